import { UnprocessableError } from '@atrium/host/errors';
import type { Account } from './user.repository.ts';

/** The first thing that is tried: what most people choose, one character again and again, or the account's own names. */
export async function refuseGuessablePassword(
  password: string,
  { username, email }: Pick<Account, 'username' | 'email'>,
): Promise<void> {
  const chosen = password.toLowerCase();
  const [mailbox] = email.toLowerCase().split('@');
  const isOwnName = [username.toLowerCase(), email.toLowerCase(), mailbox].includes(chosen);
  const isRepeated = new Set(chosen).size === 1;
  if (!isOwnName && !isRepeated && !(await listMostUsed()).has(chosen)) return;
  const message = 'This password is easy to guess. Please choose another one.';
  throw new UnprocessableError(message, { fields: [{ field: 'password', defaultMessage: message }] });
}

let mostUsed: Promise<ReadonlySet<string>> | undefined;

/** About 18,000 passwords of eight characters or more, loaded when the first person chooses one. */
function listMostUsed(): Promise<ReadonlySet<string>> {
  mostUsed ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8)),
  );
  return mostUsed;
}
