import type { CandidateRun } from '@atrium/contract/test-runs/candidate';
import { isUnfinished } from '@atrium/contract/test-runs/status';

type Counted = Pick<CandidateRun, 'status' | 'counts'>;

/** Kind of candidate: files chosen between two sides, or edited files. */
export type Tested = 'merge' | 'change';

/** `46 of 46 pass with this merge`. Tests that are disabled do not count. */
export function candidateText({ status, counts }: Counted, tested: Tested): string {
  const { OK = 0, FAIL = 0, CANCELED = 0, PENDING = 0, RUNNING = 0 } = counts;
  const total = OK + FAIL + CANCELED + PENDING + RUNNING;
  const of = (count: number) => `${count.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  if (isUnfinished(status)) return `Testing this ${tested}: ${of(total - PENDING - RUNNING)} done`;
  if (status === 'OK') return `${of(OK)} pass with this ${tested}`;
  if (FAIL > 0) return `${of(FAIL)} ${FAIL === 1 ? 'fails' : 'fail'} with this ${tested}`;
  return `The run was canceled: ${of(OK)} passed`;
}
