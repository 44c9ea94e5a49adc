import { formatUtcDay } from '../utc-day.ts';
import { formatCents } from './money.ts';

interface Stop {
  serviceId: string;
  /** Null for all functions of the service. */
  function: string | null;
}

interface Reached {
  cents: number;
  /** The first day on which it is called again. */
  until: string;
}

/** `hyper-dispatch/orders/create`, or `hyper-dispatch` for all functions of the service: no id of a service has a slash. */
export function writeStop({ serviceId, function: name }: Stop): string {
  return name === null ? serviceId : `${serviceId}/${name}`;
}

/** Parses a text written by `writeStop`. */
export function readStop(text: string): Stop {
  const at = text.indexOf('/');
  return at === -1
    ? { serviceId: text, function: null }
    : { serviceId: text.slice(0, at), function: text.slice(at + 1) };
}

/** Canonical form of function names, independent of slashes and spelling. */
export function tidyFunctionName(name: string): string {
  return name
    .replaceAll(/\/+/g, '/')
    .replaceAll(/^\/|\/$/g, '')
    .normalize('NFC');
}

/** Returns the first stop that covers a function. */
export function findStop<S extends Stop>(
  stops: readonly S[],
  serviceId: string,
  name: string,
): S | undefined {
  return stops.find(
    (stop) => stop.serviceId === serviceId && (stop.function === null || stop.function === name),
  );
}

/** `hyper-dispatch/orders/create and all functions of content` */
export function nameStops(stops: readonly Stop[]): string {
  const names = stops.map((stop) =>
    stop.function === null ? `all functions of ${stop.serviceId}` : writeStop(stop),
  );
  return new Intl.ListFormat('en-US').format(names);
}

/** Text that pages show for a stopped function. */
export function stopText({ cents, until }: Reached): string {
  return `Stopped by the cap of ${formatCents(cents)} until ${formatUtcDay(until)}`;
}

/** Error for the caller of a stopped function: cause, end of the stop, and the contact. */
export function stopMessage({
  function: name,
  cents,
  until,
}: Pick<Stop, 'function'> & Pick<Reached, 'until'> & { cents?: number | undefined }): string {
  const what = name === null ? 'Every function of this service' : `The function ${name}`;
  const cap = cents === undefined ? 'a cap' : `the cap of ${formatCents(cents)}`;
  return `${what} is stopped by ${cap} until ${formatUtcDay(until)} (UTC), because this month's usage reached it. Anyone who can pay bills in your domain can raise or remove the cap on the page “Usage”.`;
}

/**
 * The same for callers without `functions.invoke` and for pages of services: without amounts, which only people
 * who see bills may see.
 */
export const STOPPED_CALL_MESSAGE =
  'This call is stopped by a cap on costs, which has been reached this month. Anyone who can pay bills in your domain can raise or remove the cap on the page “Usage”.';
