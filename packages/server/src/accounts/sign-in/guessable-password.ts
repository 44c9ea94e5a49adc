import { UnprocessableError } from '@atrium/host/errors';
import type { Account } from '../people/user.repository.ts';

/** The product itself; the account's own names and the hosts of its address are added for each person. */
const OWN_WORDS = ['atrium', 'console'];

type Names = Pick<Account, 'username' | 'email'>;

/** Throws at the field unless the password takes long to guess. */
export async function refuseGuessablePassword(password: string, names: Names): Promise<void> {
  if (!(await isGuessablePassword(password, names))) return;
  const message = 'This password is easy to guess. Please choose another one.';
  throw new UnprocessableError(message, { fields: [{ field: 'password', defaultMessage: message }] });
}

/**
 * The first thing that is tried: what most people choose, one character again and again, the account's own names, or a word
 * that is close at hand with digits and signs around it.
 */
export async function isGuessablePassword(password: string, { username, email }: Names): Promise<boolean> {
  const chosen = password.toLowerCase();
  const [mailbox = '', host = ''] = email.toLowerCase().split('@');
  const names = [username.toLowerCase(), email.toLowerCase(), mailbox];
  const words = [...OWN_WORDS, ...names, ...host.split('.')].map(bareWord);
  const bare = bareWord(chosen);
  const isWord = names.includes(chosen) || (bare !== '' && words.includes(bare));
  const isRepeated = new Set(chosen).size === 1;
  return isWord || isRepeated || (await listMostUsed()).has(chosen);
}

/** A word without the digits and signs before and after it: "Atrium-2026!" is "atrium". */
function bareWord(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

let mostUsed: Promise<ReadonlySet<string>> | undefined;

/** About 18,000 passwords of eight characters or more, loaded when the first person chooses one. */
function listMostUsed(): Promise<ReadonlySet<string>> {
  mostUsed ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8)),
  );
  return mostUsed;
}
