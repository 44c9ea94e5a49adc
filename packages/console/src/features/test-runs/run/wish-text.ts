import type { ReturnWish } from '@atrium/contract/test-runs/return-wish';

interface WishText {
  kind: 'note' | 'warning';
  title: string;
  text: string;
}

type Shown = Pick<ReturnWish, 'state' | 'reason'>;

/** What a notice says of a submit that is to be returned if a test fails, before its run is shown. */
export function wishText({ state, reason }: Shown): WishText {
  switch (state) {
    case 'WAITING':
      return {
        kind: 'note',
        title: 'Submitted changes are live and waiting to be tested.',
        text: 'The platform runs all tests within two minutes, or as soon as the current run has ended. If a test fails, every service of the submit is returned to the version before. You can close this page.',
      };
    case 'STARTED':
      return {
        kind: 'note',
        title: 'Submitted changes have a run of their own.',
        text: 'It decides whether they stay. If a test fails, every service of the submit is returned to the version before.',
      };
    case 'UNTESTED':
      return {
        kind: 'warning',
        title: 'Submitted changes were not tested, and are still live.',
        text: reason ?? '',
      };
  }
}

/** What someone has waited for leads to its run, unless that is shown; of the others their runs tell. */
export function isWishShown(
  { state, runId, backupKey }: Pick<ReturnWish, 'state' | 'runId' | 'backupKey'>,
  { shownRunId, waited }: { shownRunId: string | undefined; waited: readonly string[] },
): boolean {
  return state !== 'STARTED' || (waited.includes(backupKey) && runId !== null && runId !== shownRunId);
}
