import type { BudgetStop } from '@atrium/contract/billing/budget-fields';
import { writeStop } from '@atrium/contract/billing/stop-texts';
import { UnprocessableError } from '@atrium/host/errors';

/** Each function once, in the form in which names are compared, and none beside all functions of its service. */
export function tidyStops(chosen: readonly BudgetStop[], services: readonly { id: string }[]): BudgetStop[] {
  const byName = new Map<string, BudgetStop>();
  const whole = new Set(chosen.flatMap((stop) => (stop.function === null ? [stop.serviceId] : [])));
  for (const { serviceId, function: name } of chosen) {
    if (!services.some(({ id }) => id === serviceId)) {
      const message = `There is no service “${serviceId}”.`;
      throw new UnprocessableError(message, { fields: [{ field: 'stops', defaultMessage: message }] });
    }
    const stop = { serviceId, function: whole.has(serviceId) ? null : (name?.normalize('NFC') ?? null) };
    byName.set(writeStop(stop), stop);
  }
  return [...byName.values()];
}
