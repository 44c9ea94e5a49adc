import type { Credentials } from '../accounts/administrator.ts';
import type { Config } from '../config.ts';
import { findMovedFolder } from '../database/embedded/place.ts';
import type { RunningAtrium } from './start-atrium.ts';

/** How the first administrator signs in. */
export function administratorLines(
  { username, password }: Credentials,
  { adminPassword }: Pick<Config, 'adminPassword'>,
): string[] {
  const shown =
    adminPassword === undefined ? `${password}   (shown only this once)` : 'as set by ATRIUM_ADMIN_PASSWORD';
  return [`Administrator: ${username}`, `Password:      ${shown}`];
}

/** What the person who started it needs first: where it is, where its e-mails and its data are. */
export function startLines(
  { address, mailbox }: Pick<RunningAtrium, 'address' | 'mailbox'>,
  { dataFolder, databaseUrl }: Pick<Config, 'dataFolder' | 'databaseUrl'>,
): string[] {
  if (address === undefined) return ['Atrium runs.'];
  const lines = [`Atrium runs at ${address}`];
  if (mailbox !== undefined) lines.push(`E-mails:       ${mailbox}   (none is sent: SMTP_URL is not set)`);
  lines.push(`Data:          ${dataFolder}`);
  const moved = databaseUrl === undefined ? findMovedFolder(dataFolder) : undefined;
  if (moved !== undefined) lines.push(`Database:      ${moved}   (where its account can reach it)`);
  return lines;
}
