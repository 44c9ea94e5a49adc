import { ChangeSet } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapOffsets } from './map-offsets.ts';

const piece = fc.record({ gap: fc.nat(2), length: fc.nat(2), insert: fc.constantFrom('', 'x', 'yz') });

test('gives what mapPos gives, for each offset and side', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.nat(2), (pieces, rest) => {
      let from = 0;
      const specs = pieces.map(({ gap, length, insert }) => {
        const to = from + gap + length;
        const spec = { from: from + gap, to, insert };
        from = to;
        return spec;
      });
      const changes = ChangeSet.of(specs, from + rest);
      const map = mapOffsets(changes);
      for (let offset = 0; offset <= from + rest; offset++)
        for (const side of [-1, 1] as const) expect(map(offset, side)).toBe(changes.mapPos(offset, side));
    }),
    { numRuns: 500 },
  );
});
