import {
  type ConnectionKind,
  type ConnectionTest,
  ONLY_WITH_PASSWORD,
} from '@atrium/contract/connections/connections';
import { ValidationError } from '@atrium/host/errors';
import type { AccessTest } from '../providers/git/access-test.ts';
import { readGitAddress, readSshAddress } from '../providers/git/git-address.ts';
import { placeOf } from '../providers/git/remote-session.ts';
import type { StoredConnection } from './connection.repository.ts';

/** Reads an address. Throws ValidationError at its field. */
export function readAddress(kind: ConnectionKind, text: string): { url: string; host: string } {
  try {
    return kind === 'key' ? readSshAddress(text) : readGitAddress(text);
  } catch (error) {
    throw fieldError('gitUrl', (error as Error).message);
  }
}

/** Address and folder of a connection. */
export const placeOfStored = ({ gitUrl, folder, kind }: StoredConnection) =>
  placeOf({ gitUrl, folder, isSsh: kind === 'key' });

export const shownInLog = ({ id, name, gitUrl, folder, defaultBranch, username }: StoredConnection) => ({
  id,
  name,
  gitUrl,
  folder,
  defaultBranch,
  username,
});

export const toConnectionTest = ({ hostKey, ...result }: AccessTest): ConnectionTest => ({
  ...result,
  hostKey: hostKey === undefined ? null : { ...hostKey, confirmed: hostKey.confirmed ?? null },
});

/** Credentials of a form. */
interface TypedCredentials {
  username?: string | undefined;
  password?: string | undefined;
}

export function refuseCredentials({ username, password }: TypedCredentials): void {
  for (const [field, value] of Object.entries({ username, password })) {
    if (value !== undefined) throw fieldError(field, ONLY_WITH_PASSWORD);
  }
}

export const addressStays = () =>
  fieldError(
    'gitUrl',
    'The repository of this connection stays, because its access is for it alone. Connect the other one too.',
  );

export const passwordNeeded = () =>
  fieldError(
    'password',
    'Enter the password or token again, because the address or the username has changed.',
  );

export const fieldError = (field: string, defaultMessage: string) =>
  new ValidationError(defaultMessage, [{ field, defaultMessage }]);
