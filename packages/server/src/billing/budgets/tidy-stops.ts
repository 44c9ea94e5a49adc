import type { BudgetStop } from '@atrium/contract/billing/budget-fields';
import { tidyFunctionName, writeStop } from '@atrium/contract/billing/stop-texts';
import { filePlaceOf, isValidPlace } from '@atrium/contract/service-api/files/configuration-file';
import { sourceFileName } from '@atrium/contract/service-api/files/item-file-names';
import { UnprocessableError } from '@atrium/host/errors';

/** A service whose functions can be stopped; those of the platform name their functions by files. */
export interface StoppableService {
  id: string;
  isShipped: boolean;
}

/** Each function once, in the form in which names are compared, and none beside all functions of its service. */
export function tidyStops(
  chosen: readonly BudgetStop[],
  services: readonly StoppableService[],
): BudgetStop[] {
  const byName = new Map<string, BudgetStop>();
  const whole = new Set(chosen.flatMap((stop) => (stop.function === null ? [stop.serviceId] : [])));
  for (const { serviceId, function: typed } of chosen) {
    const service = services.find(({ id }) => id === serviceId);
    if (service === undefined) refuse(`There is no service “${serviceId}”.`);
    const name = typed === null ? null : tidyFunctionName(typed);
    // A cap on a function that can never be called would stop nothing.
    if (name !== null && !isFunctionName(name, service))
      refuse(`“${typed}” cannot be the name of a function of ${serviceId}.`);
    const stop = { serviceId, function: whole.has(serviceId) ? null : name };
    byName.set(writeStop(stop), stop);
  }
  return [...byName.values()];
}

function isFunctionName(name: string, { isShipped }: StoppableService): boolean {
  return name !== '' && (!isShipped || isValidPlace(filePlaceOf(`functions/${sourceFileName(name)}`)));
}

function refuse(message: string): never {
  throw new UnprocessableError(message, { fields: [{ field: 'stops', defaultMessage: message }] });
}
