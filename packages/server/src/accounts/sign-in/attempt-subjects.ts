import { isLoopback, networkOf, siteOf } from '@atrium/host/http/connections/address';

/** What attempts are counted by: the first word of a subject. */
export type Kind =
  | 'pair'
  | 'site'
  | 'account'
  | 'device'
  | 'session'
  | 'address'
  | 'factor'
  | 'keyRequest'
  | 'nobody'
  | 'asking'
  | 'card'
  | 'cardAddress';

/** A guess at a password, by whom and at what. */
export interface Guess {
  /** Undefined if no account has the name. Username and e-mail of an account count as one. */
  userId: string | undefined;
  /** As typed. */
  name: string;
  address: string;
  /** A device that the account knows. */
  deviceId: string | undefined;
}

/**
 * What a guess counts for. One made on a known device counts there only: neither do others use up its guesses, nor
 * can guesses made elsewhere stop it.
 */
export function guessSubjects({ userId, name, address, deviceId }: Guess): string[] {
  if (deviceId !== undefined) return [subject('device', deviceId)];
  const account = userId ?? `name:${name.toLowerCase()}`;
  const site = siteOf(address);
  return [
    subject('account', account),
    subject('pair', `${account} ${networkOf(address)}`),
    ...(site === undefined ? [] : [subject('site', `${account} ${site}`)]),
    addressSubject(address),
  ];
}

/** What a right password makes good. The account's own count stays: the attack may go on. */
export function forgivenSubjects(guess: Guess): string[] {
  return guessSubjects(guess).filter((name) => /^(?:device|pair|site) /.test(name));
}

/** How the subjects of guesses at one account begin. */
export function everythingAbout(userId: string): string[] {
  return (['account', 'pair', 'site'] as const).map((kind) => subject(kind, userId));
}

/** The guesses at the own password in a session, or in another that it opened. */
export function sessionSubject(sessionId: string): string {
  return subject('session', sessionId);
}

export function addressSubject(address: string): string {
  return subject('address', networkOf(address));
}

/** What is counted in place of the log entry about a wrong password, if there is no account: it takes as long. */
export function nobodySubject(address: string): string {
  return subject('nobody', networkOf(address));
}

/** None for this machine itself, where whole suites of tests come from; behind a proxy that names no one it is everyone. */
export function askingSubjects(address: string, isPublished: boolean): string[] {
  return isLoopback(address) && !isPublished ? [] : [subject('asking', addressSubject(address))];
}

/** The cards that a domain tries to add, and those that come from an address, if that says who it is. */
export function cardSubjects(domainId: string, address: string, isPublished: boolean) {
  const isNamed = !isLoopback(address) || isPublished;
  return {
    ofDomain: [subject('card', domainId)],
    ofAddress: isNamed ? [subject('cardAddress', networkOf(address))] : [],
  };
}

/**
 * The guesses at the codes of a user's authenticator apps: those on a device that the account knows count there only, as
 * guesses at the password do.
 */
export function codeSubject(userId: string, deviceId?: string): string {
  return subject('factor', deviceId ?? userId);
}

/** The guesses of a user at the codes of devices that ask for a key. */
export function keyRequestSubject(userId: string): string {
  return subject('keyRequest', userId);
}

function subject(kind: Kind, name: string): string {
  return `${kind} ${name}`;
}

export function kindOf(subject: string): Kind {
  return subject.slice(0, subject.indexOf(' ')) as Kind;
}
