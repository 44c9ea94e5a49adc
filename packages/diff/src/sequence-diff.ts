import { diff as diffText } from '@codemirror/merge';
import { diff as diffLarge } from 'fast-myers-diff';
import { type Hunk, hunksOfFlags } from './hunk.ts';
import { slideHunks } from './slide.ts';

/** So many different elements fit into UTF-16 units once the surrogates are left out. */
const MAX_UNITS = 60_000;
/** Beyond this depth an exact answer costs seconds and helps nobody; the diff then becomes coarser. */
const SCAN_LIMIT = 5_000;

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

/**
 * An element that only one side has can match nothing: without those the search stays fast even where two
 * files have hardly anything in common, and its result is the same.
 */
function diffIds(a: Uint32Array, b: Uint32Array, distinct: number): Hunk[] {
  const inA = new Uint8Array(distinct);
  const inB = new Uint8Array(distinct);
  for (const id of a) inA[id] = 1;
  for (const id of b) inB[id] = 1;
  const keptA = keepShared(a, inB);
  const keptB = keepShared(b, inA);
  const changedA = new Uint8Array(a.length).fill(1);
  const changedB = new Uint8Array(b.length).fill(1);
  let posA = 0;
  let posB = 0;
  const matchUntil = (endA: number) => {
    while (posA < endA) {
      changedA[keptA[posA++] as number] = 0;
      changedB[keptB[posB++] as number] = 0;
    }
  };
  for (const [fromA, toA, , toB] of searchHunks(pick(a, keptA), pick(b, keptB), distinct)) {
    matchUntil(fromA);
    posA = toA;
    posB = toB;
  }
  matchUntil(keptA.length);
  return hunksOfFlags({ a: changedA, b: changedB });
}

function keepShared(ids: Uint32Array, inOther: Uint8Array): number[] {
  const kept: number[] = [];
  for (let index = 0; index < ids.length; index++) {
    if (inOther[ids[index] as number]) kept.push(index);
  }
  return kept;
}

function pick(ids: Uint32Array, kept: readonly number[]): Uint32Array {
  const picked = new Uint32Array(kept.length);
  for (let index = 0; index < kept.length; index++) picked[index] = ids[kept[index] as number] as number;
  return picked;
}

type Quad = readonly [fromA: number, toA: number, fromB: number, toB: number];

function searchHunks(a: Uint32Array, b: Uint32Array, distinct: number): Iterable<Quad> {
  if (distinct > MAX_UNITS) return diffLarge(a, b);
  return diffText(unitString(a), unitString(b), { scanLimit: SCAN_LIMIT }).map(
    (change) => [change.fromA, change.toA, change.fromB, change.toB] as const,
  );
}

function unitString(ids: Uint32Array): string {
  const parts: string[] = [];
  for (let from = 0; from < ids.length; from += 8_192) {
    const units = Uint16Array.from(ids.subarray(from, from + 8_192));
    for (let index = 0; index < units.length; index++) {
      if ((units[index] as number) >= 0xd800) units[index] = (units[index] as number) + 0x800;
    }
    parts.push(String.fromCharCode(...units));
  }
  return parts.join('');
}
