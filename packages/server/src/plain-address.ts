import { isLoopback } from '@atrium/host/http/address';

/** What a sentence about an address in the clear ends with. */
export const UNLESS_TRUSTED = 'set ATRIUM_TRUSTED_NETWORK=true if the network in between is yours alone.';

const ENCRYPTED = ['require', 'verify-ca', 'verify-full'];

/** Whether calls of an address leave this machine without encryption. */
export function isPlain(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** Whether the connection to a database may leave this machine without encryption. */
export function isPlainDatabase(databaseUrl: string): boolean {
  const mode = new URL(databaseUrl).searchParams.getAll('sslmode').at(-1);
  return !isDatabaseHere(databaseHost(databaseUrl)) && !ENCRYPTED.includes(mode ?? '');
}

/** The host of a `DATABASE_URL`, or the folder of a socket. */
export function databaseHost(databaseUrl: string): string {
  const { hostname, searchParams } = new URL(databaseUrl);
  // Of two the driver takes the last.
  return searchParams.getAll('host').at(-1) ?? decodeURIComponent(hostname);
}

/** Whether a database is on this machine: it is reached by a socket or by loopback. */
export function isDatabaseHere(host: string | undefined): boolean {
  return host === undefined || host === '' || host.startsWith('/') || isLoopback(host);
}
