import { expect, test } from 'vitest';
import { formatDateTime } from '../../../lib/format-date.ts';
import { authorOf } from './merge-labels.queries.ts';
import { mergeLabels } from './merge-labels.ts';

const commitSha = '0123456789abcdef0123456789abcdef01234567';
const time = '2026-03-01T10:00:00.000Z';
const shown = formatDateTime(time);
const sources = {
  local: { version: 7, author: 'Ada Lovelace', lastModified: time },
  exchange: {
    gitUrl: 'x',
    branch: 'main',
    commitSha,
    direction: 'PULL' as const,
    exchangedOn: time,
    userId: 'kim',
    author: 'Kim Roe',
  },
  remote: { commitSha, author: 'Robin Doe', lastModified: time },
  resumed: null,
};

test('each pane says what it is: version or commit, author, time', () => {
  const { local, base, remote } = mergeLabels(sources);
  expect(local.detail).toBe(`version 7 · Ada Lovelace · ${shown}`);
  expect(base.detail).toBe(`commit 0123456789 · Kim Roe · pulled ${shown} · last common version`);
  expect(remote.detail).toBe(`commit 0123456789 · Robin Doe · ${shown}`);
});

test('what is not known is left out', () => {
  const unknown = { version: undefined, author: undefined, lastModified: null };
  const { local, base, remote } = mergeLabels({
    ...sources,
    local: unknown,
    exchange: undefined,
    remote: { commitSha },
  });
  expect([local.detail, base.detail, remote.detail]).toEqual([
    'version ?',
    'last common version',
    'commit 0123456789',
  ]);
});

test('where a draft is merged on top, one pane is the draft', () => {
  const sides = { base: '', local: '', remote: '' };
  const resumed = { savedAt: time, sides };
  const onLocal = mergeLabels({ ...sources, resumed: { ...resumed, draftSide: 'remote' } });
  expect(onLocal.remote).toEqual({ name: 'Your draft', detail: shown });
  expect(onLocal.base.detail).toBe('local as it was when your draft was made');
  const onRemote = mergeLabels({ ...sources, resumed: { ...resumed, draftSide: 'local' } });
  expect([onRemote.local.name, onRemote.remote.name]).toEqual(['Your draft', 'Remote']);
  expect(onRemote.base.detail).toBe('remote as it was when your draft was made');
  const goneOn = mergeLabels({ ...sources, resumed: { ...resumed, draftSide: null } });
  expect(goneOn.remote.name).toBe('Remote');
});

test('the author of a file is that of the version made when it was last changed', () => {
  const versions = [
    { createdOn: '2026-03-02T10:00:00.000Z', author: 'later' },
    { createdOn: time, author: 'ada' },
    { createdOn: '2026-02-01T10:00:00.000Z', author: null },
  ];
  expect(authorOf(versions, time)).toBe('ada');
  expect(authorOf(versions, '2026-02-01T10:00:00.000Z')).toBeUndefined();
  expect(authorOf(versions, null)).toBeUndefined();
});
