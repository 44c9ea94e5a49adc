import type { FunctionCosts } from '@atrium/contract/billing/function-costs';
import type { Measure } from '@atrium/contract/pricing/measure';

const words: Record<Measure, string> = { COUNTER: 'calls', TIMER: 'time', MEMORY: 'memory' };

type Omissions = Pick<FunctionCosts, 'isOwnOnly' | 'unpriced'>;

/**
 * Explains costs that the table omits; undefined if complete. Calls of collections come from usage, like costs, and
 * share its limits; calls of functions come from the log.
 */
export function costNote({ isOwnOnly, unpriced }: Omissions, table: 'functions' | 'collections') {
  const measures = unpriced.map(({ metric, measure }) => `${words[measure]} of “${metric}”`);
  const parts = [
    isOwnOnly &&
      (table === 'functions'
        ? 'Costs are those of your own calls.'
        : 'Only your own calls and their costs are counted.'),
    measures.length > 0 && `Not in these costs, because there was no price: ${measures.join(', ')}.`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(' ');
}
