import { isLoopback, networkOf, siteOf } from '@atrium/host/http/connections/address';

/** Kind of counter: the first word of a subject. */
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
  /** Name as typed. */
  name: string;
  address: string;
  /** A device that the account knows. */
  deviceId: string | undefined;
}

/**
 * Subjects that count a guess. A guess on a known device counts there only: others cannot use up its guesses, and
 * guesses elsewhere cannot block it.
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

/** Subjects that a correct password resets. The account's own count stays: the attack may continue. */
export function forgivenSubjects(guess: Guess): string[] {
  return guessSubjects(guess).filter((name) => /^(?:device|pair|site) /.test(name));
}

/** Prefix of the subjects of guesses at one account. */
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

/** Counted instead of the log entry about a wrong password if there is no account, so that both take the same time. */
export function nobodySubject(address: string): string {
  return subject('nobody', networkOf(address));
}

/** None for this machine itself, where whole suites of tests come from; behind a proxy that names no one it is everyone. */
export function askingSubjects(address: string, isPublished: boolean): string[] {
  return isLoopback(address) && !isPublished ? [] : [subject('asking', addressSubject(address))];
}

/** Cards that a domain tries to add, and cards from an address, if it identifies the client. */
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
