import { expect, test } from 'vitest';
import { formatDateTime } from '../../../lib/format-date.ts';
import { takenBackBy } from './taken-back.ts';

test('newer commits are named with who exchanged them, and when', () => {
  const exchangedOn = '2026-11-24T10:00:00.000Z';
  const newer = { commitSha: '0123456789abcdef', exchangedOn };
  const rows = takenBackBy([
    { serviceName: 'Content', newer: { ...newer, direction: 'PULL', user: 'ada' } },
    { serviceName: 'Dispatch', newer: { ...newer, direction: 'PUSH', user: '' } },
    { serviceName: 'Rules', newer: undefined },
  ]);
  const on = formatDateTime(exchangedOn);
  expect(rows.map(({ serviceName, path, reason }) => `${serviceName}: ${path} ${reason}`)).toEqual([
    `Content: Commit 0123456789 submitted by ada on ${on}`,
    `Dispatch: Commit 0123456789 pushed on ${on}`,
  ]);
});
