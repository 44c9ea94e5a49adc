import {
  closeSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readSecretKey, type SecretKey } from '@atrium/host/secret-key';
import { StartError } from '@atrium/host/start-error';
import type { Config } from '../config.ts';

const NAME = 'secret-key';
const COMMENT =
  '# Atrium encrypts the secrets in its database under one of these keys, after a rotation under the first; backups from their time need the others. Delete none that the database or a backup needs, and keep a copy apart from the backups.';

/** All keys that this installation has: those of the settings, and those in the file, the newest first. */
export function readSecretKeys({
  secretKey,
  oldSecretKey,
  dataFolder,
}: Pick<Config, 'dataFolder' | 'oldSecretKey' | 'secretKey'>): SecretKey[] {
  const given = [secretKey, oldSecretKey].filter((text) => text !== undefined).map(readSecretKey);
  return [...given, ...new SecretKeyFile(dataFolder).read()];
}

/** The keys of an installation without the setting: beside the data, readable by its account only, the newest first. */
export class SecretKeyFile {
  readonly path: string;

  constructor(dataFolder: string) {
    this.path = join(dataFolder, NAME);
  }

  read(): SecretKey[] {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return [];
      throw new StartError(`The file ${this.path} with the secret key cannot be read (${code}).`);
    }
    const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    return lines.map((line) => {
      try {
        return readSecretKey(line.trim());
      } catch {
        throw new StartError(
          `The file ${this.path} holds something that is not a secret key; restore it from a copy.`,
        );
      }
    });
  }

  /** Replaces the file in one step: it is never half-written, and it is on the disk before its key is used. */
  write(keys: readonly SecretKey[]): void {
    const other = `${this.path}.${process.pid}`;
    rmSync(other, { force: true });
    // Never through a link that the account of the folder has put there.
    const file = openSync(other, 'wx', 0o600);
    try {
      this.#giveToOwner(file);
      writeSync(file, `${[COMMENT, ...keys.map(({ text }) => text)].join('\n')}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(other, this.path);
    // The new name, too.
    const folder = openSync(dirname(this.path), 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }

  /** If root runs a command, Atrium's own account has to be able to read the file. */
  #giveToOwner(file: number): void {
    if (process.getuid?.() !== 0) return;
    const { uid, gid } = statSync(this.path, { throwIfNoEntry: false }) ?? statSync(dirname(this.path));
    fchownSync(file, uid, gid);
  }
}
