/** A number of copies, or the least and the most. */
export type Copies = number | readonly [least: number, most: number];

export type Bounds = Exclude<Copies, number>;

/** What has copies. Default: one. */
export interface Counted {
  readonly times?: Copies | undefined;
}

/** The least and the greatest number of copies. */
export function boundsOf({ times = 1 }: Counted): Bounds {
  return typeof times === 'number' ? [times, times] : times;
}
