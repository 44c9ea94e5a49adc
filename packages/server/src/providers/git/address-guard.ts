import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { GitError } from './git-errors.ts';

/** All addresses of a host name. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

export const systemResolve: ResolveHost = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

export interface AddressGuard {
  /** An address to connect to. It is looked up and checked here, and dialed as it is: no second look-up. */
  check(hostname: string, port: number): Promise<{ address: string; isPublic: boolean }>;
}

/** Refuses addresses that are not on the public internet, unless the operator allows private ones. */
export function createAddressGuard(allowPrivate: boolean, resolveHost: ResolveHost): AddressGuard {
  return {
    async check(hostname, port) {
      const bare = hostname.replace(/^\[|\]$/g, '');
      const addresses = ipaddr.isValid(bare) ? [bare] : await resolve(bare, resolveHost);
      const [address] = addresses;
      if (address === undefined) throw unreachable(bare);
      const isPublic = addresses.every(isPublicAddress);
      if (!isPublic && !allowPrivate) {
        throw new GitError(
          'ADDRESS_NOT_ALLOWED',
          'The git host is at a private address, which is not allowed on this installation.',
        );
      }
      // Mail servers and the like on low ports must not be talked to in git's name.
      if (isPublic && port < 1024 && port !== 443 && port !== 80) {
        throw new GitError('ADDRESS_NOT_ALLOWED', `Port ${port} is not allowed for git hosts.`);
      }
      return { address, isPublic };
    },
  };
}

function isPublicAddress(text: string): boolean {
  // `process` turns IPv4 in IPv6 clothing back into IPv4; other ways of wrapping one are ranges of their own.
  return ipaddr.process(text).range() === 'unicast';
}

async function resolve(hostname: string, resolveHost: ResolveHost): Promise<string[]> {
  try {
    return await resolveHost(hostname);
  } catch (error) {
    throw unreachable(hostname, error);
  }
}

function unreachable(hostname: string, cause?: unknown): GitError {
  return new GitError('UNREACHABLE', `The git host ${hostname} cannot be found.`, cause);
}
