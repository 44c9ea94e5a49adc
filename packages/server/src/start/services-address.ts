import { isEverywhere, isLoopback } from '@atrium/host/http/connections/address';
import { StartError } from '@atrium/host/start-error';
import type { PoolConfig } from 'pg';
import type { Config } from '../config.ts';
import { ownHost } from '../http/public-url.ts';
import { databaseHost, isDatabaseHere, isPlain, UNLESS_TRUSTED } from '../plain-address.ts';

type Settings = Pick<Config, 'host' | 'roles' | 'servicesUrl' | 'trustsNetwork'>;

/** Where the shipped services listen. Next to web they are called by it, alone by web and jobs elsewhere. */
export function servicesHost({ host, roles }: Settings): string {
  return roles.includes('web') ? '127.0.0.1' : host;
}

/**
 * The address at which the other processes on the database reach the services of this one; undefined when they are for
 * this process only. Throws StartError when no one could reach them, or whoever is on the way could read what they are sent.
 */
export function findServicesAddress(
  settings: Settings,
  connection: PoolConfig,
  port: number,
): string | undefined {
  const address = chooseAddress(settings, connection, port);
  if (address !== undefined && !settings.trustsNetwork && isPlain(address)) {
    throw new StartError(
      `Services at ${address} are called from other machines without encryption; set ATRIUM_SERVICES_URL to an https address that leads to them, or ${UNLESS_TRUSTED}`,
    );
  }
  return address;
}

function chooseAddress(settings: Settings, connection: PoolConfig, port: number): string | undefined {
  if (settings.servicesUrl !== undefined) {
    if (settings.roles.includes('web')) {
      throw new StartError(
        'ATRIUM_SERVICES_URL leads to a load balancer in front of services, but next to web they listen on this machine only; remove it, or run them in processes of their own (ATRIUM_ROLES=services).',
      );
    }
    return inOneSpelling(settings.servicesUrl);
  }
  const host = servicesHost(settings);
  const advice =
    'set HOST to an address of this machine that they reach, or ATRIUM_SERVICES_URL to that of the load balancer in front.';
  // What someone else finds there is their own machine.
  if (isEverywhere(host)) {
    throw new StartError(`Web and jobs cannot call services at HOST=${host}; ${advice}`);
  }
  if (isLoopback(host) && !isOfThisMachine(connection)) {
    if (settings.roles.includes('web')) return undefined;
    throw new StartError(
      `Only this machine reaches services at HOST=${host}, but the database is on another one; ${advice}`,
    );
  }
  return addressAt(host, port);
}

/** Where this machine itself reaches what listens on a host. */
export function addressAt(host: string, port: number): string {
  return inOneSpelling(`http://${ownHost(host)}:${port}`);
}

/** As addresses of calls begin: without the usual port, in lower case. */
function inOneSpelling(address: string): string {
  return new URL(address).href.replace(/\/+$/, '');
}

/** Whether all who share a database are on one machine. */
function isOfThisMachine({ connectionString, host }: PoolConfig): boolean {
  return isDatabaseHere(connectionString === undefined ? host : databaseHost(connectionString));
}
