import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '../accounts/people/administrator.ts';
import type { Config } from '../config.ts';
import { findMovedFolder, listAbandoned } from '../database/embedded/moved-clusters.ts';
import { REACHABLE_FOLDER } from '../database/embedded/place.ts';
import type { RunningAtrium } from './start-atrium.ts';

/** Sign-in data of the first administrator. */
export function administratorLines(
  { username, password }: Credentials,
  { adminPassword }: Pick<Config, 'adminPassword'>,
): string[] {
  const shown =
    adminPassword === undefined ? `${password}   (shown only this once)` : 'as set by ATRIUM_ADMIN_PASSWORD';
  return [`Administrator: ${username}`, `Password:      ${shown}`];
}

/** Essential addresses after a start: console, e-mails and data. */
export function startLines(
  { address, functions, mailbox }: Pick<RunningAtrium, 'address' | 'functions' | 'mailbox'>,
  { dataFolder, databaseUrl }: Pick<Config, 'dataFolder' | 'databaseUrl'>,
): string[] {
  if (address === undefined) return ['Atrium runs.'];
  const lines = [`Atrium runs at ${address}`];
  if (functions !== undefined) lines.push(`Functions:     ${functions}`);
  if (mailbox !== undefined) lines.push(`E-mails:       ${mailbox}   (none is sent: SMTP_URL is not set)`);
  lines.push(`Data:          ${dataFolder}`);
  const moved = databaseUrl === undefined ? findMovedFolder(dataFolder) : undefined;
  if (moved !== undefined) lines.push(`Database:      ${moved}   (where its account can reach it)`);
  return lines;
}

/** Databases outside their data folders that no data folder names any longer, and how to remove them. */
export async function abandonedLines(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  parent = REACHABLE_FOLDER,
): Promise<string[]> {
  if (databaseUrl !== undefined) return [];
  const lines = listAbandoned(parent).map(async ({ folder, dataFolder }) => {
    const megabytes = Math.ceil((await countBytes(folder)) / 1024 / 1024);
    return `Abandoned:     ${folder}   (${megabytes} MB, the database of ${dataFolder}, which is gone or has another one; if that folder is not only unmounted, remove it with: rm -r ${folder})`;
  });
  return Promise.all(lines);
}

async function countBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(file.parentPath, file.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
