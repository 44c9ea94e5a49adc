import { lookup } from 'node:dns/promises';
import { isLoopback } from '@atrium/host/http/address';
import ipaddr from 'ipaddr.js';
import { createBoundedResolve, type ResolveHost } from './bounded-resolve.ts';
import { GitError, UNREACHABLE_MESSAGE } from './git-errors.ts';

/** As the system has it, with its file of hosts. One for the process, whose threads it takes. */
export const systemResolve: ResolveHost = createBoundedResolve(async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
});

export interface AddressGuard {
  /** An address to connect to. It is looked up and checked here, and dialed as it is: no second look-up. */
  check(
    hostname: string,
    port: number,
    signal?: AbortSignal,
  ): Promise<{ address: string; isPublic: boolean }>;
}

/**
 * Refuses addresses that are not on the public internet, unless the operator allows private ones, and hosts that the
 * operator has not named, if any are.
 */
export function createAddressGuard(
  allowPrivate: boolean,
  resolveHost: ResolveHost,
  hosts?: readonly string[],
): AddressGuard {
  /** Where private addresses are refused, no one may learn from the words which internal names there are. */
  const unreachable = (hostname?: string, cause?: unknown) =>
    allowPrivate && hostname !== undefined
      ? new GitError('UNREACHABLE', `The git host ${hostname} cannot be found.`, cause)
      : new GitError('UNREACHABLE', UNREACHABLE_MESSAGE, cause);

  async function resolve(hostname: string, signal?: AbortSignal): Promise<string[]> {
    try {
      return await resolveHost(hostname, signal);
    } catch (error) {
      if (error instanceof GitError) throw error;
      throw unreachable(hostname, error);
    }
  }

  return {
    async check(hostname, port, signal) {
      const bare = hostname.replace(/^\[|\]$/g, '');
      if (hosts !== undefined && !hosts.includes(bare.toLowerCase())) throw notNamed();
      // Before the name is looked up: what is said about the port must say nothing about the name.
      if (!allowPrivate) refusePort(port);
      const addresses = ipaddr.isValid(bare) ? [bare] : await resolve(bare, signal);
      const [address] = addresses;
      if (address === undefined) throw unreachable();
      const isPublic = addresses.every(isPublicAddress);
      if (!isPublic && !allowPrivate) throw isOwnName(bare) ? notAllowed() : unreachable();
      if (isPublic) refusePort(port);
      return { address, isPublic };
    },
  };
}

function isPublicAddress(text: string): boolean {
  // `process` turns IPv4 in IPv6 clothing back into IPv4; other ways of wrapping one are ranges of their own.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  // The rest of IPv6 is not assigned, or wraps IPv4 in ways that are not ranges.
  if (address instanceof ipaddr.IPv6) return address.match(ipaddr.IPv6.parseCIDR('2000::/3'));
  return address.toString() !== AZURE_METADATA;
}

/** Public by its number, but answered by the host of a virtual machine in Azure. */
const AZURE_METADATA = '168.63.129.16';

/** Addresses, and names of the machine itself, say by themselves that they are private. */
function isOwnName(hostname: string): boolean {
  return ipaddr.isValid(hostname) || isLoopback(hostname);
}

function notAllowed(): GitError {
  return new GitError(
    'ADDRESS_NOT_ALLOWED',
    'The git host is at a private address, which is not allowed on this installation.',
  );
}

function notNamed(): GitError {
  return new GitError(
    'ADDRESS_NOT_ALLOWED',
    'This git host is not one of those that are allowed on this installation.',
  );
}

/** Mail servers and the like on low ports must not be talked to in git's name. */
function refusePort(port: number): void {
  if (port >= 1024 || port === 443 || port === 80) return;
  throw new GitError('ADDRESS_NOT_ALLOWED', `Port ${port} is not allowed for git hosts.`);
}
