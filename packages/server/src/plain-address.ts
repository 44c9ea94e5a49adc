import { isLoopback } from '@atrium/host/http/connections/address';
import { Client } from 'pg';

/** Ending of every message about an unencrypted address. */
export const UNLESS_TRUSTED = 'set ATRIUM_TRUSTED_NETWORK=true if the network in between is yours alone.';

/** Whether calls of an address leave this machine without encryption. */
export function isPlain(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** Why the driver cannot take an address of a database, which it reads with the certificates that it names; never with the password. */
export function findDatabaseFault(databaseUrl: string): string | undefined {
  try {
    new Client(databaseUrl);
    return undefined;
  } catch (error) {
    if (error instanceof URIError) return 'write each % of the user and the password as %25';
    return (error as Error).message;
  }
}

/** Whether the connection to a database may leave this machine without encryption. */
export function isPlainDatabase(databaseUrl: string): boolean {
  const { host, ssl } = new Client(databaseUrl);
  return !isDatabaseHere(host) && !ssl;
}

/** Whether a database is on this machine: it is reached by a socket or by loopback. */
function isDatabaseHere(host: string | undefined): boolean {
  return host === undefined || host === '' || host.startsWith('/') || isLoopback(host);
}
