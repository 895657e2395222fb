import type { Picture } from '../picture/board.ts';

/** The pictures of a solution; the first one has the size of its class, if it stands for one. */
export function captioned(pictures: readonly Picture[], classSize?: bigint): readonly Picture[] {
  if (classSize === undefined) return pictures;
  const size = `class of ${String(classSize).replace(/\B(?=(?:\d{3})+$)/g, ',')}`;
  return pictures.map((picture, k) => {
    const { caption } = picture;
    return k > 0 ? picture : { ...picture, caption: caption ? `${size}, ${caption}` : size };
  });
}
