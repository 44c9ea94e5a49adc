import { lastResultOf } from '../../../lib/last-result.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import type { Outcome } from '../decisions/submit-outcome.ts';
import type { ServiceToSubmit } from '../submit/service-submit.ts';
import type { DiffRow } from './diff-rows.ts';

/** Loss caused by submitting the choice of a file: a change made here, or live content of unknown author. */
export type Loss = 'discarded' | 'replaced' | undefined;

const lostBy = lastResultOf(
  ({ discarded, replaced }: Outcome): ReadonlyMap<DiffFile, Loss> =>
    new Map([
      ...discarded.map((file) => [file, 'discarded'] as const),
      ...replaced.map((file) => [file, 'replaced'] as const),
    ]),
);

/** Returns the loss of a row; undefined until the changed sides are known. */
export function lossOf(service: ServiceToSubmit | undefined, { file, metadata }: DiffRow): Loss {
  if (service === undefined || service.diff.isExamining) return undefined;
  const lost = lostBy(service.outcome);
  return lost.get(file) ?? (metadata && lost.get(metadata));
}
