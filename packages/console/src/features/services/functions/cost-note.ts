import type { FunctionCosts } from '@atrium/contract/billing/function-costs';
import type { Measure } from '@atrium/contract/pricing/measure';

const words: Record<Measure, string> = { COUNTER: 'calls', TIMER: 'time', MEMORY: 'memory' };

/** What the costs of a table of functions leave out; undefined if nothing. */
export function costNote({ isOwnOnly, unpriced }: Pick<FunctionCosts, 'isOwnOnly' | 'unpriced'>) {
  const measures = unpriced.map(({ metric, measure }) => `${words[measure]} of “${metric}”`);
  const parts = [
    isOwnOnly && 'Costs are those of your own calls.',
    measures.length > 0 && `Not in these costs, because there was no price: ${measures.join(', ')}.`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(' ');
}
