/** The built-in sort, of a view, is faster for more numbers than this. */
const MOST_INSERTED_NUMBERS = 24;

/** Sorts the numbers of an array from one place up to another. */
export function sortNumbers(array: Int32Array, from: number, end: number): void {
  if (end - from > MOST_INSERTED_NUMBERS) {
    array.subarray(from, end).sort();
    return;
  }
  for (let k = from + 1; k < end; k++) {
    const number = array[k];
    let to = k;
    for (; to > from && array[to - 1] > number; to--) {
      array[to] = array[to - 1];
    }
    array[to] = number;
  }
}
