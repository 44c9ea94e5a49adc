import { BlockList, isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Someone with IPv6 has a whole /64: its addresses count as one. */
export function networkOf(address: string): string {
  return firstParts(address, 4) ?? (ipaddr.isValid(address) ? ipaddr.process(address).toString() : address);
}

/** The /48 of an IPv6 address, which one customer may have with all of its 65,536 networks; undefined for IPv4. */
export function siteOf(address: string): string | undefined {
  return firstParts(address, 3);
}

/** The first parts, of 16 bits each, of an IPv6 address that is not an IPv4 address written as one. */
function firstParts(address: string, count: number): string | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return undefined;
  return `${(parsed as ipaddr.IPv6).parts.slice(0, count).join(':')}::/${count * 16}`;
}

/** Whether a host name or an address, in brackets or not, can only mean this machine itself. */
export function isLoopback(name: string): boolean {
  const host = name.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

/** Whether an address, in brackets or not and however it is written (`0`, `::0`), means every address of the machine that listens there. */
export function isEverywhere(name: string): boolean {
  const host = name.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'unspecified';
}

/** Whether a text is an address, or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  return isIP(text) !== 0 || ipaddr.isValidCIDR(text);
}

/** Tests addresses against a list of addresses and networks. */
export function matchNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const text of networks) {
    const [network = '', bits] = text.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
