// Shared by the walks.

import { BASE, BRANCH, BRANCHES, END, PRIMARY, RECORD } from '../registers';

/** No node. */
export const NONE: i32 = -1;

// @ts-expect-error: a decorator of AssemblyScript
@inline export function get(register: i32): i32 {
  return load<i32>(<usize>register << 2);
}

// @ts-expect-error
@inline export function set(register: i32, value: i32): void {
  store<i32>(<usize>register << 2, value);
}

/** An address in bytes that a register holds. */
// @ts-expect-error
@inline export function part(register: i32): usize {
  return load<usize>(<usize>register << 2);
}

/** The address in bytes of an integer, from that of the first. */
// @ts-expect-error
@inline export function at(start: usize, index: i32): usize {
  return start + ((<usize>index) << 2);
}

/** The record of a branch. */
// @ts-expect-error
@inline export function record(branch: i32): usize {
  return at(part(BRANCH), branch * get(RECORD));
}

/** True while there is room for another branch, if there can be one. */
// @ts-expect-error
@inline export function hasRoom(): bool {
  const branches = get(BRANCHES);
  return branches == get(PRIMARY) || record(branches + 1) <= part(END);
}
