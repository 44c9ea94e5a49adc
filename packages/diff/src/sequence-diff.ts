import { diffIds } from './diff-ids.ts';
import type { Hunk } from './hunk.ts';
import { slideHunks } from './slide.ts';

/** Hunks between two sequences of strings (lines, tokens), each string compared as a whole. */
export function diffSequences(a: readonly string[], b: readonly string[]): Hunk[] {
  const ids = new Map<string, number>();
  return hunksBetween(intern(a, ids), intern(b, ids), ids.size);
}

/** Hunks from a base to local, and from the same base to remote: every string is looked up only once. */
export function diffFromBase(
  base: readonly string[],
  local: readonly string[],
  remote: readonly string[],
): { readonly local: Hunk[]; readonly remote: Hunk[] } {
  const ids = new Map<string, number>();
  const idsBase = intern(base, ids);
  const idsLocal = intern(local, ids);
  const idsRemote = intern(remote, ids);
  return {
    local: hunksBetween(idsBase, idsLocal, ids.size),
    remote: hunksBetween(idsBase, idsRemote, ids.size),
  };
}

function hunksBetween(a: Uint32Array, b: Uint32Array, distinct: number): Hunk[] {
  return slideHunks(diffIds(a, b, distinct), a, b);
}

function intern(values: readonly string[], ids: Map<string, number>): Uint32Array {
  const result = new Uint32Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as string;
    let id = ids.get(value);
    if (id === undefined) {
      id = ids.size;
      ids.set(value, id);
    }
    result[index] = id;
  }
  return result;
}
