import type { BudgetStop } from '@atrium/contract/billing/budget-fields';
import { nameStops } from '@atrium/contract/billing/stop-texts';
import { useMissingFunctions } from './use-missing-functions.ts';

/** What a budget stops, and which of it does not exist: that is stopped in vain. */
export function StopNames({ stops }: { stops: readonly BudgetStop[] }) {
  const missing = useMissingFunctions(stops);
  return (
    <>
      {stops.length === 0 ? 'Nothing' : nameStops(stops)}
      {missing.length > 0 && (
        <span className="block text-xs text-danger">Not in the live configuration: {missing.join(', ')}</span>
      )}
    </>
  );
}
