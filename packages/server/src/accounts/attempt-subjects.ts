import { isLoopback, networkOf } from '@atrium/host/http/address';
import type { Kind } from './attempt-limit.service.ts';

/** The guesses at one account. */
export function accountSubject(name: string): string {
  return subject('account', name.toLowerCase());
}

export function addressSubject(address: string): string {
  return subject('address', networkOf(address));
}

/** None for this machine itself, where whole suites of tests come from. */
export function askingSubjects(address: string): string[] {
  return isLoopback(address) ? [] : [subject('asking', addressSubject(address))];
}

function subject(kind: Kind, name: string): string {
  return `${kind} ${name}`;
}
