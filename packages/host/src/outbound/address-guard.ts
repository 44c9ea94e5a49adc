import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '../http/connections/address.ts';
import { createBoundedResolve, type ResolveHost } from './bounded-resolve.ts';
import { OutboundError } from './outbound-error.ts';

/** Includes the system's hosts file. Shared by the process, whose threads it uses. */
const systemResolve: ResolveHost = createBoundedResolve(async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
});

export interface AddressGuard {
  /**
   * Resolves and checks a host. The caller connects to the returned address without a second lookup, so a name that
   * changes between check and use (DNS rebinding) can't lead elsewhere. Throws OutboundError.
   */
  check(
    hostname: string,
    port: number,
    signal?: AbortSignal,
  ): Promise<{ address: string; isPublic: boolean }>;
}

export interface AddressPolicy {
  /** Whether hosts may have private addresses. */
  allowPrivate: boolean;
  /** The only allowed hosts; undefined = any. */
  hosts?: readonly string[] | undefined;
  /** Low ports that are allowed beside those of the web. */
  ports?: readonly number[] | undefined;
  resolveHost?: ResolveHost | undefined;
}

/** Refuses private addresses unless `allowPrivate`, ports of other protocols, and hosts missing from `hosts`. */
export function createAddressGuard({
  allowPrivate,
  hosts,
  ports = [],
  resolveHost = systemResolve,
}: AddressPolicy): AddressGuard {
  const allowed = [80, 443, ...ports];
  /** Refuses the low ports of other protocols, such as mail. */
  const refusePort = (port: number) => {
    if (port < 1024 && !allowed.includes(port)) throw new OutboundError('PORT_NOT_ALLOWED', { port });
  };
  /** Errors must not reveal which internal names exist if private addresses are refused. */
  const unreachable = (hostname: string, cause?: unknown) =>
    new OutboundError('UNREACHABLE', { ...(allowPrivate && { hostname }), cause });

  async function resolve(hostname: string, signal?: AbortSignal): Promise<string[]> {
    try {
      return await resolveHost(hostname, signal);
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      throw unreachable(hostname, error);
    }
  }

  return {
    async check(hostname, port, signal) {
      const bare = hostname.replace(/^\[|\]$/g, '');
      if (hosts !== undefined && !hosts.includes(bare.toLowerCase()))
        throw new OutboundError('HOST_NOT_ALLOWED');
      // Before the lookup, so that a refused port reveals nothing about the name.
      if (!allowPrivate) refusePort(port);
      const isLiteral = ipaddr.isValid(bare);
      // In its normal form: the system would parse other notations, such as octal numbers, by rules of its own.
      const addresses = isLiteral ? [ipaddr.parse(bare).toString()] : await resolve(bare, signal);
      const [address] = addresses;
      if (address === undefined) throw unreachable(bare);
      const isPublic = addresses.every(isPublicAddress);
      if (!isPublic && !allowPrivate) {
        throw isLiteral || isLoopback(bare) ? new OutboundError('ADDRESS_NOT_ALLOWED') : unreachable(bare);
      }
      if (isPublic) refusePort(port);
      return { address, isPublic };
    },
  };
}

function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // `process` unwraps IPv4-mapped IPv6; other embeddings of IPv4 are ranges of their own.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  // The rest of IPv6 is unassigned, or embeds IPv4 in ways that aren't ranges.
  if (address instanceof ipaddr.IPv6) return address.match(ipaddr.IPv6.parseCIDR('2000::/3'));
  return address.toString() !== AZURE_METADATA;
}

/** A public number, but answered by the host of a virtual machine in Azure. */
const AZURE_METADATA = '168.63.129.16';
