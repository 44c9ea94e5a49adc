import { expect, test } from 'vitest';
import { isWishShown, wishText } from './wish-text.ts';

const backupKey = 'the-key';

test('what waits and what could not be tested is always said', () => {
  for (const state of ['WAITING', 'UNTESTED'] as const)
    expect(isWishShown({ state, runId: null, backupKey }, { shownRunId: 'other', waited: [] })).toBe(true);
  const reason = 'No run could be started for three hours. The tests did not run, and nothing was returned.';
  expect(wishText({ state: 'UNTESTED', reason })).toMatchObject({ kind: 'warning', text: reason });
});

test('whoever has waited is led to the run, unless it is shown', () => {
  const started = { state: 'STARTED' as const, runId: 'its-run', backupKey };
  const waited = [backupKey];
  expect(isWishShown(started, { shownRunId: 'another-run', waited })).toBe(true);
  expect(isWishShown(started, { shownRunId: 'its-run', waited })).toBe(false);
  expect(isWishShown(started, { shownRunId: 'another-run', waited: [] })).toBe(false);
});
