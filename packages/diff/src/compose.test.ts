import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeMerge, joinSides, regionText } from './compose.ts';
import { modelMerge } from './merge.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', '', 'a\r', '  b'), { maxLength: 25 })
  .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`));
const base = fc.option(text);

test('keeping local everywhere gives local, byte for byte, and applying remote gives remote', () => {
  fc.assert(
    fc.property(base, text, text, (b, local, remote) => {
      const model = modelMerge(b, local, remote);
      expect(composeMerge(model, (region) => regionText(model, region, 'local'))).toBe(local);
      expect(composeMerge(model, (region) => regionText(model, region, 'remote'))).toBe(remote);
      const allBase = composeMerge(model, (region) => regionText(model, region, 'base'));
      expect(b === null || allBase === b).toBe(true);
    }),
    { numRuns: 500 },
  );
}, 60_000);

test('both sides are joined with a newline between them', () => {
  expect(joinSides('a', 'b')).toBe('a\nb');
  expect(joinSides('a\n', 'b\n')).toBe('a\nb\n');
  expect(joinSides('', 'b')).toBe('b');
});
