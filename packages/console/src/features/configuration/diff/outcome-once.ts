import type { ServiceChoices } from './diff-choices.ts';
import type { DiffFile } from './service-diffs.ts';
import { type Outcome, outcomeOf } from './submit-outcome.ts';

const outcomes = new WeakMap<readonly DiffFile[], { choices: ServiceChoices; outcome: Outcome }>();

/** Thousands of files are gone through once, not whenever something is drawn. */
export function outcomeOnce(changed: readonly DiffFile[], choices: ServiceChoices): Outcome {
  const known = outcomes.get(changed);
  if (known?.choices === choices) return known.outcome;
  const outcome = outcomeOf(changed, choices);
  outcomes.set(changed, { choices, outcome });
  return outcome;
}
