/** A copy with room for at least `length`, and for as much again as there was. */
export function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  return resized(array, Math.max(length, 2 * array.length));
}

/** A copy of that length, zeros at its end. */
export function resized(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length);
  copy.set(array);
  return copy;
}
