import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { regionField, regionsExtension } from './region-field.ts';
import type { RegionSet } from './region-spans.ts';

const begin = (doc: string, set: RegionSet) => EditorState.create({ doc, extensions: regionsExtension(set) });
const type = (state: EditorState, at: number) => state.update({ changes: { from: at, insert: 'x' } }).state;
const regionsOf = (state: EditorState) => state.field(regionField).regions;

test('what is typed after a draft was gone on with is another region than those of the draft', () => {
  const typed = type(begin('a\nb\nc\n', { regions: [], positions: new Int32Array() }), 0);
  const { regions, positions } = typed.field(regionField);
  // Regions with the ids of another page, from the same start.
  const draft = { regions: regions.map((region) => ({ ...region, id: region.id + 1 })), positions };
  const resumed = type(begin('xa\nb\nc\n', draft), 5);
  const ids = regionsOf(resumed).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(2);
});
