import { lastResultOf } from '../../../lib/last-result.ts';
import { type Choices, choicesOf } from './diff-choices.ts';
import type { ServiceDiff } from './service-diffs.ts';
import type { ServiceSubmit, ServiceToSubmit } from './service-submit.ts';
import { countsOf } from './submit-counts.ts';
import { outcomeOf } from './submit-outcome.ts';
import { submitSummary } from './submit-summary.ts';

/** Thousands of files are gone through once, not whenever something is drawn. */
const outcomeOnce = lastResultOf(outcomeOf);

/** Each service with what submitting its choices will do. */
export function servicesToSubmit(diffs: readonly ServiceDiff[], choices: Choices): ServiceToSubmit[] {
  return diffs.map((diff) => ({
    diff,
    outcome: outcomeOnce(diff.changed, choicesOf(choices, diff.service.serviceId)),
  }));
}

/** What can be submitted now, and what prevents it. */
export function submitReadiness(
  services: readonly ServiceToSubmit[],
  choices: Choices,
  submit: ServiceSubmit,
) {
  const taking = services.filter(({ diff }) => !choicesOf(choices, diff.service.serviceId).isIgnored);
  const waiting = taking.filter((one) => one.diff.local !== undefined && !submit.isSettled(one));
  const isLoading = taking.some(
    ({ diff: { local, error, isLooking } }) => (local === undefined && error === null) || isLooking,
  );
  const named = waiting.map(({ diff, outcome }) => ({ name: diff.service.serviceName, outcome }));
  return {
    waiting,
    isLoading,
    isFailed: taking.some(({ diff }) => diff.error !== null),
    open: waiting.flatMap(({ outcome }) => outcome.open),
    summary: isLoading ? '' : submitSummary(countsOf(named)),
  };
}
