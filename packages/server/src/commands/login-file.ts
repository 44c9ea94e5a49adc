import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '@atrium/host/start-error';
import { z } from 'zod';
import type { Config } from '../config.ts';

/** With what, and where, the command line is signed in. */
const Login = z.object({ url: z.string(), token: z.string() });
export type Login = z.infer<typeof Login>;

/** The file that has it: in the person's own folder, readable by them only. */
export function loginFileOf({ userFolder }: Pick<Config, 'userFolder'>): string {
  return join(userFolder, 'atrium', 'login.json');
}

/** Undefined if no one is signed in. */
export async function readLogin(config: Pick<Config, 'userFolder'>): Promise<Login | undefined> {
  const file = loginFileOf(config);
  try {
    return Login.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartError(`${file} cannot be read. Delete it, and sign in again.`);
  }
}

/** Before anyone is asked for a key: one that cannot be kept would be lost. */
export async function prepareLoginFolder(config: Pick<Config, 'userFolder'>): Promise<void> {
  await mkdir(dirname(loginFileOf(config)), { recursive: true, mode: 0o700 });
}

export async function writeLogin(config: Pick<Config, 'userFolder'>, login: Login): Promise<void> {
  const file = loginFileOf(config);
  // Under another name, so that the file is never there with other rights or half of its text.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
}

export async function deleteLogin(config: Pick<Config, 'userFolder'>): Promise<void> {
  await rm(loginFileOf(config), { force: true });
}
