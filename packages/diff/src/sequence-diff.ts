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
  const idsA = intern(a, ids);
  const idsB = intern(b, ids);
  return slideHunks(diffIds(idsA, idsB, ids.size), idsA, idsB);
}

function intern(values: readonly string[], ids: Map<string, number>): Uint32Array {
  const result = new Uint32Array(values.length);
  values.forEach((value, index) => {
    let id = ids.get(value);
    if (id === undefined) {
      id = ids.size;
      ids.set(value, id);
    }
    result[index] = id;
  });
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
  ids.forEach((id, index) => {
    if (inOther[id]) kept.push(index);
  });
  return kept;
}

function pick(ids: Uint32Array, kept: readonly number[]): Uint32Array {
  return Uint32Array.from(kept, (index) => ids[index] as number);
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
    const units = Array.from(ids.subarray(from, from + 8_192), (id) => (id < 0xd800 ? id : id + 0x800));
    parts.push(String.fromCharCode(...units));
  }
  return parts.join('');
}
