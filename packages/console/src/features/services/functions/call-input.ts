import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { keepInput } from '../../../lib/kept-input.ts';

/** Storage key of the input last used to call a function. */
export const inputKeyOf = (userId: string | undefined, serviceId: string, name: string) =>
  `${userId}/${serviceId}/${name}`;

/** Input that the initial source of a function turns into a response. */
const FIRST_INPUT = '{"name": "Ada"}';

/** Stores the input for the first call of a new function. */
export function keepFirstInput(userId: string | undefined, serviceId: string, name: string): void {
  keepInput(inputKeyOf(userId, serviceId, name), FIRST_INPUT);
}

/** Input of a function that this browser has not called yet; the function of the first steps gets a name to greet. */
export function firstInputOf(serviceId: string, name: string): string {
  return serviceId === SHIPPED_SERVICES.hyperDispatch.id && name === 'greet' ? FIRST_INPUT : '{}';
}

/** Returns whether a text is valid input of a call: JSON, or nothing. */
export function isInput(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
