import { ConflictError } from '@atrium/host/errors';
import {
  createSecretKey,
  keyIdOf,
  type SecretKey,
  type SecretPlace,
  seal,
  sealedPrefix,
  unseal,
} from '@atrium/host/secret-key';
import { StartError } from '@atrium/host/start-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database, Store } from '../database/schema.ts';
import type { SealedColumn } from './sealed-column.ts';
import {
  deleteRetiringSecretKeys,
  findCurrentSecretKeyId,
  findValueKey,
  insertValueKey,
  listRetiringSecretKeyIds,
  lockSecretKeys,
  lockSecretKeysShared,
  updateCurrentSecretKey,
  valueKeyColumn,
} from './secret-key.repository.ts';
import { readSecretKeys, SecretKeyFile } from './secret-key-file.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  config: Pick<Config, 'dataFolder' | 'oldSecretKey' | 'secretKey'>;
  columns: readonly SealedColumn[];
}

/**
 * Encrypts data that the database must not hold in plain text. The database determines the current key, so that
 * processes started with a newer key still write text that the others can read.
 */
export class Secrets {
  readonly #parts: Parts;
  readonly #file: SecretKeyFile;
  #known = new Map<string, SecretKey>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#file = new SecretKeyFile(parts.config.dataFolder);
  }

  /**
   * Throws StartError unless this process can decrypt the stored secrets. The first start of an installation creates
   * the key.
   */
  static async open(parts: Parts): Promise<Secrets> {
    const secrets = new Secrets(parts);
    await parts.db.transaction().execute((transaction) => secrets.#checkKey(transaction));
    // Rows that a rotation that was cut off left under the key before.
    await secrets.#sealAll();
    return secrets;
  }

  /** Encrypts in the transaction that stores it. */
  async seal(transaction: Store, place: SecretPlace, secret: string): Promise<string> {
    await lockSecretKeysShared(transaction);
    return seal(this.#find((await findCurrentSecretKeyId(transaction)) ?? ''), place, secret);
  }

  unseal(place: SecretPlace, sealed: string): string {
    return unseal(this.#find(keyIdOf(sealed) ?? ''), place, sealed);
  }

  /**
   * Key under which the services encrypt secrets of functions, for all machines the same. It is stored encrypted, so that a
   * rotation need not read the tables of the services.
   */
  ensureValueKey(): Promise<string> {
    return this.#parts.db.transaction().execute(async (transaction) => {
      await lockSecretKeys(transaction);
      const known = await findValueKey(transaction);
      if (known) return this.unseal(valueKeyPlace(known.id), known.secretKey);
      const { id, text } = createSecretKey();
      await insertValueKey(transaction, id, await this.seal(transaction, valueKeyPlace(id), text));
      return text;
    });
  }

  /**
   * Encrypts everything under a new key. One that was cut off is continued. The keys before it stay in the file: backups from
   * their time need them. Returns the new key's id.
   */
  async rotate(): Promise<string> {
    const { db, clock } = this.#parts;
    const id = await db.transaction().execute(async (transaction) => {
      await lockSecretKeys(transaction);
      const current = await findCurrentSecretKeyId(transaction);
      const isCutOff = (await listRetiringSecretKeyIds(transaction)).length > 0;
      const next = isCutOff ? this.#find(current ?? '') : this.#nextKey(current);
      await updateCurrentSecretKey(transaction, next.id, clock.now());
      return next.id;
    });
    await this.#sealAll();
    return id;
  }

  /**
   * With a setting the operator has given the next key; else it is made here, and in the file before it is used. One that is in
   * the file already is none: after a restore newer keys than the database's are there, which someone may have seen.
   */
  #nextKey(current: string | undefined): SecretKey {
    const { secretKey } = this.#parts.config;
    if (secretKey !== undefined) {
      const [wanted] = this.#readKeys();
      if (wanted !== undefined && wanted.id !== current) return wanted;
      throw new ConflictError(
        'The secrets are already encrypted under ATRIUM_SECRET_KEY. Set it to a new key and ATRIUM_SECRET_KEY_OLD to this one, restart every process, and run this again.',
      );
    }
    const made = createSecretKey();
    this.#file.write([made, ...this.#file.read()]);
    this.#readKeys();
    return made;
  }

  async #checkKey(transaction: Store): Promise<void> {
    const { clock, config } = this.#parts;
    await lockSecretKeys(transaction);
    const current = await findCurrentSecretKeyId(transaction);
    const [wanted] = this.#readKeys();
    if (current === undefined) {
      const first = wanted ?? createSecretKey();
      if (wanted === undefined) this.#file.write([first]);
      this.#readKeys();
      return updateCurrentSecretKey(transaction, first.id, clock.now());
    }
    const needed = [current, ...(await listRetiringSecretKeyIds(transaction))];
    if (needed.every((id) => this.#known.has(id))) return;
    throw new StartError(
      config.secretKey === undefined
        ? `The secrets in this database are encrypted under a key that ${this.#file.path} does not hold; copy that file from the machine or the backup it was made on, or set ATRIUM_SECRET_KEY.`
        : 'The secrets in this database are encrypted under another key than ATRIUM_SECRET_KEY; set it to that key, or set ATRIUM_SECRET_KEY_OLD to it until "secret-key rotate" has run.',
    );
  }

  /** Every row that is not sealed under the current key, some at a time; several processes may do it at once. */
  async #sealAll(): Promise<void> {
    const { db, columns } = this.#parts;
    let isDone = false;
    while (!isDone) {
      for (const column of columns) {
        while (await db.transaction().execute((transaction) => this.#sealSome(transaction, column)));
      }
      isDone = await db.transaction().execute((transaction) => this.#forgetRetiring(transaction));
    }
  }

  /** Only while nothing is left under them: another rotation may have begun in the meantime. */
  async #forgetRetiring(transaction: Store): Promise<boolean> {
    await lockSecretKeys(transaction);
    const prefix = sealedPrefix((await findCurrentSecretKeyId(transaction)) ?? '');
    for (const { list } of this.#parts.columns) {
      if ((await list(transaction, prefix)).length > 0) return false;
    }
    await deleteRetiringSecretKeys(transaction);
    return true;
  }

  async #sealSome(transaction: Store, { name, list, update }: SealedColumn): Promise<boolean> {
    await lockSecretKeysShared(transaction);
    const current = (await findCurrentSecretKeyId(transaction)) ?? '';
    const rows = await list(transaction, sealedPrefix(current));
    for (const before of rows) {
      const place = { column: name, row: before.row };
      await update(transaction, before, await this.seal(transaction, place, this.unseal(place, before.text)));
    }
    return rows.length > 0;
  }

  /** A running process learns of a key that was made meanwhile when it first meets it. */
  #find(id: string): SecretKey {
    if (!this.#known.has(id)) this.#readKeys();
    const key = this.#known.get(id);
    if (key === undefined) throw new Error(`the secret key ${id} is not known to this process`);
    return key;
  }

  /** The wanted one first. */
  #readKeys(): SecretKey[] {
    const keys = readSecretKeys(this.#parts.config);
    this.#known = new Map(keys.map((key) => [key.id, key]));
    return keys;
  }
}

const valueKeyPlace = (row: string): SecretPlace => ({ column: valueKeyColumn.name, row });
