import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Kind } from './attempt-limit.service.ts';

/** The guesses at one account. */
export function accountSubject(name: string): string {
  return subject('account', name.toLowerCase());
}

/** The mails to one mailbox. */
export function mailboxSubject(email: string): string {
  return subject('mailbox', email.toLowerCase());
}

/** An IPv6 customer has a whole /64 to itself: addresses of one count as one. */
export function addressSubject(address: string): string {
  if (!isIPv6(address)) return subject('address', address);
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return subject('address', parsed.toString());
  return subject('address', `${(parsed as ipaddr.IPv6).parts.slice(0, 4).join(':')}::/64`);
}

/** None for this machine itself, where whole suites of tests come from. */
export function askingSubjects(address: string): string[] {
  const isLocal = ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
  return isLocal ? [] : [subject('asking', addressSubject(address))];
}

function subject(kind: Kind, name: string): string {
  return `${kind} ${name}`;
}
