import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { keepInput } from '../../../lib/kept-input.ts';

/** Where the input is kept that someone last called a function with. */
export const inputKeyOf = (userId: string | undefined, serviceId: string, name: string) =>
  `${userId}/${serviceId}/${name}`;

/** What the first text of a function makes a response of, for its first call. */
const FIRST_INPUT = '{"name": "Ada"}';

/** Has the first call of a new function ready. */
export function keepFirstInput(userId: string | undefined, serviceId: string, name: string): void {
  keepInput(inputKeyOf(userId, serviceId, name), FIRST_INPUT);
}

/** What a function is called with that no one in this browser has called yet: the one of the first steps greets by name. */
export function firstInputOf(serviceId: string, name: string): string {
  return serviceId === SHIPPED_SERVICES.hyperDispatch.id && name === 'greet' ? FIRST_INPUT : '{}';
}
