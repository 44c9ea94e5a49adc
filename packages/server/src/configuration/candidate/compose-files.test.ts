import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { filesDigest } from '@atrium/contract/service-api/files/files-digest';
import { expect, test } from 'vitest';
import type { FileChange } from '../import/service-change.ts';
import { composeFiles } from './compose-files.ts';

/** Repeatable chance. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const paths = Array.from({ length: 12 }, (_, at) => `folder${at % 3}/file${at}.js`);

test('a candidate is the live files with every change in its place, and nothing else', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const chance = createRandom(seed);
    const live = new Map(
      paths.filter(() => chance(3) > 0).map((path) => [path, `text ${chance(4)}`] as const),
    );
    const changes = paths
      .filter(() => chance(2) > 0)
      .map((path): FileChange => {
        const content = `text ${chance(4)}`;
        const action = (['remote', 'merge', 'local', 'delete'] as const)[chance(4)] ?? 'local';
        const hasContent = action === 'remote' || action === 'merge';
        return { ...filePlaceOf(path), action, ...(hasContent && { content }) };
      });
    // The files that an import writes, compared by content.
    const wanted = new Map<string, string>();
    for (const path of paths) {
      const change = changes.find((one) => filePathOf(one) === path);
      const content = change?.action === 'delete' ? undefined : (change?.content ?? live.get(path));
      if (content !== undefined) wanted.set(path, blobId(content));
    }
    const before = new Map([...live].map(([path, content]) => [path, blobId(content)]));
    const untouched = new Map(before);
    const composed = composeFiles(before, changes);
    expect(Object.fromEntries(composed)).toEqual(Object.fromEntries(wanted));
    expect(before).toEqual(untouched);
    // The digest is that of the result, however the changes are ordered, and another one for any other content.
    expect(filesDigest(composeFiles(before, changes.toReversed()))).toBe(filesDigest(wanted));
    const another = filesDigest(wanted.set('folder0/file0.js', blobId('another')));
    expect(another).not.toBe(filesDigest(composed));
  }
});
