import { type BudgetStop, MAX_STOPS, MAX_STOPS_BYTES } from '@atrium/contract/billing/budget-fields';
import { UnprocessableError } from '@atrium/host/errors';

/** Throws UnprocessableError for more than a service can be told of in the header of a call. */
export function refuseTooManyStops(stops: readonly BudgetStop[]): void {
  const bytes = stops.reduce((sum, stop) => sum + bytesOf(stop), 0);
  if (stops.length <= MAX_STOPS && bytes <= MAX_STOPS_BYTES) return;
  const most = `${MAX_STOPS} functions, with ${MAX_STOPS_BYTES.toLocaleString('en-US')} bytes in their names`;
  const message = `All caps together can stop ${most}. Choose all functions of a service instead.`;
  throw new UnprocessableError(message, { fields: [{ field: 'stops', defaultMessage: message }] });
}

/** As they are in the token: one letter can be four bytes, or an escape. */
function bytesOf({ function: name }: BudgetStop): number {
  return name === null ? 0 : Buffer.byteLength(JSON.stringify(name)) - 2;
}
