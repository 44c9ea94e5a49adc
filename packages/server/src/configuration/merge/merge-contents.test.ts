import { expect, test } from 'vitest';
import { mergeContents } from './merge-contents.ts';

const never = new AbortController().signal;

test('merges many contents at once, in their order, conflicts in favour of the side each one names', async () => {
  const base = 'a\nb\nc\nd\ne\n';
  const local = 'A\nb\nc\nd\nlocal\n';
  const remote = 'a\nb\nC\nd\nremote\n';
  const sides = { base, local, remote };
  expect(
    await mergeContents(
      [
        { ...sides, favoured: 'local' },
        { ...sides, remote: base, favoured: 'remote' },
        { ...sides, favoured: 'remote' },
        { ...sides, local: base, favoured: 'local' },
        { ...sides, base: null, favoured: 'remote' },
      ],
      never,
    ),
  ).toEqual(['A\nb\nC\nd\nlocal\n', local, 'A\nb\nC\nd\nremote\n', remote, remote]);
});

test('an abort ends the work in the middle of a file, with its own reason', async () => {
  const lines = Array.from({ length: 20_000 }, (_, line) => `line ${line}\n`);
  const request = {
    base: lines.join(''),
    local: lines.toReversed().join(''),
    remote: lines.toSorted().join(''),
    favoured: 'local' as const,
  };
  const reason = new Error('The caller has gone.');
  const abort = new AbortController();
  const merging = mergeContents(
    Array.from({ length: 1000 }, () => request),
    abort.signal,
  );
  abort.abort(reason);
  await expect(merging).rejects.toBe(reason);
});
