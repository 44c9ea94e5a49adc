import { neededSecrets } from '@atrium/contract/service-api/functions/declaration';
import type { SetValue, ValueKind } from '@atrium/contract/service-api/functions/value-fields';
import {
  type FunctionValue,
  MAX_VALUES,
  MAX_VALUES_LENGTH,
} from '@atrium/contract/service-api/functions/values';
import { LateWrites } from '@atrium/host/database/late-writes';
import { type Notifications, notify } from '@atrium/host/database/notifications';
import { NotifiedCache } from '@atrium/host/database/notified-cache';
import { NotFoundError, UnavailableError, UnprocessableError } from '@atrium/host/errors';
import { readSecretKey, type SecretKey, seal, unseal } from '@atrium/host/secret-key';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { LiveConfigurations } from '../configuration/live-configuration.service.ts';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import { VALUES_CHANNEL } from '../database/announcements.ts';
import type { RuntimeDatabase } from '../database/schema.ts';
import {
  type CallValues,
  type DomainValues,
  declaresValues,
  type KnownValue,
  toCallValues,
  type ValuesFor,
} from './call-values.ts';
import {
  deleteFormerValues,
  deleteValue,
  listValueRows,
  lockValues,
  updateUsedOn,
  upsertValue,
  type ValueKey,
  type ValueRow,
} from './value.repository.ts';

const MAX_CACHED_DOMAINS = 1_000;
/** Precision of the time of the last use. */
const USED_EVERY_MS = 60_000;
const FLUSH_MS = 1_000;

type SealedColumn = 'value' | 'testValue' | 'previousValue';

interface Parts {
  db: Kysely<RuntimeDatabase>;
  live: LiveConfigurations;
  serviceIds: readonly string[];
  notifications: Pick<Notifications, 'isConnected' | 'listen'>;
  /** Absent = no values can be set or read. */
  valueKey: string | undefined;
  now: () => Date;
  log: Pick<Logger, 'warn'>;
}

/** Secrets and variables of functions: sealed in the database, and in memory for as long as they are used. */
export class FunctionValues {
  readonly #parts: Parts;
  readonly #key: SecretKey | undefined;
  readonly #cache: NotifiedCache<DomainValues>;
  readonly #writes: LateWrites;
  /** Names to note as used, by domain and kind. */
  #used = new Map<string, { domainId: string; kind: ValueKind; names: Set<string> }>();
  /** When a name was last noted, by domain, kind and name. */
  #notedOn = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#key = parts.valueKey === undefined ? undefined : readSecretKey(parts.valueKey);
    this.#cache = new NotifiedCache({
      notifications: parts.notifications,
      channel: VALUES_CHANNEL,
      maxEntries: MAX_CACHED_DOMAINS,
      sharesLoads: true,
    });
    this.#writes = new LateWrites({
      write: () => this.#writeUsed(),
      delayMs: FLUSH_MS,
      onError: (err) => parts.log.warn({ err }, 'the last use of secrets could not be written'),
    });
  }

  /** Names that are set or that live functions declare, without the values themselves. */
  async list(domainId: string): Promise<FunctionValue[]> {
    const { db, now } = this.#parts;
    await deleteFormerValues(db, domainId, now());
    const listed = new Map<string, FunctionValue>();
    for (const row of await listValueRows(db, domainId)) listed.set(`${row.kind} ${row.name}`, toListed(row));
    for (const { kind, name, ...use } of await this.#listUses(domainId)) {
      const known = listed.get(`${kind} ${name}`) ?? { ...UNSET, kind, name, usedBy: [] };
      known.usedBy.push(use);
      listed.set(`${kind} ${name}`, known);
    }
    return [...listed.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async set(key: ValueKey, changedBy: string, given: SetValue): Promise<void> {
    const { db, now } = this.#parts;
    const { domainId, kind, name } = key;
    await db.transaction().execute(async (transaction) => {
      await lockValues(transaction, domainId);
      await deleteFormerValues(transaction, domainId, now());
      const rows = await listValueRows(transaction, domainId);
      const before = rows.find((row) => row.kind === kind && row.name === name);
      this.#checkRoom(rows, before, given);
      const { previousValue = null, previousUntil = null } = before ?? {};
      const mayKeep = previousValue !== null || given.keepsFormerSeconds !== undefined;
      const current = before && mayKeep ? this.#unseal(before, 'value') : undefined;
      // A value that replaces another one without a rotation is in force alone.
      let former: Pick<ValueRow, 'previousValue' | 'previousUntil'> = {
        previousValue: null,
        previousUntil: null,
      };
      if (given.value === undefined || given.value === current) former = { previousValue, previousUntil };
      else if (given.keepsFormerSeconds !== undefined && current !== undefined) {
        former = {
          previousValue: this.#seal(key, 'previousValue', current),
          previousUntil: new Date(now().getTime() + given.keepsFormerSeconds * 1000),
        };
      }
      await upsertValue(transaction, {
        ...key,
        value: given.value === undefined ? (before?.value ?? null) : this.#seal(key, 'value', given.value),
        testValue:
          given.testValue === undefined
            ? (before?.testValue ?? null)
            : given.testValue && this.#seal(key, 'testValue', given.testValue),
        ...former,
        changedOn: now(),
        changedBy,
      });
      await notify(transaction, VALUES_CHANNEL, domainId);
    });
    this.#cache.invalidate(domainId);
  }

  async delete(key: ValueKey): Promise<void> {
    const wasThere = await this.#parts.db.transaction().execute(async (transaction) => {
      await notify(transaction, VALUES_CHANNEL, key.domainId);
      return deleteValue(transaction, key);
    });
    this.#cache.invalidate(key.domainId);
    if (!wasThere) throw new NotFoundError(`There is no ${key.kind} ${key.name}.`);
  }

  /** Current value of a secret, then the one before a rotation while it is accepted; empty for one that is not set. */
  async readSecret(domainId: string, name: string): Promise<string[]> {
    const known = (await this.#get(domainId)).secret.get(name);
    if (!known) return [];
    return [known.value, this.#former(known)].filter((value) => value !== undefined);
  }

  /** Values for a call of a live configuration; undefined where its functions declare none. Tests get test values. */
  async forCall(live: LiveConfiguration, domainId: string, kind: ValuesFor): Promise<CallValues | undefined> {
    if (!declaresValues(live.declarations)) return undefined;
    return toCallValues(await this.#get(domainId), live.declarations, kind);
  }

  /** Notes that functions with these declarations were called. */
  noteUse(domainId: string, { declarations }: LiveConfiguration, functions: Iterable<string>): void {
    const now = this.#parts.now().getTime();
    for (const name of functions) {
      const declared = declarations.get(name);
      if (!declared) continue;
      this.#noteNames(domainId, 'secret', declared.secrets, now);
      this.#noteNames(domainId, 'variable', declared.variables, now);
    }
  }

  /** Notes that a secret has verified a signature. */
  noteVerified(domainId: string, secret: string): void {
    this.#noteNames(domainId, 'secret', [secret], this.#parts.now().getTime());
  }

  close(): Promise<void> {
    return this.#writes.close();
  }

  #noteNames(domainId: string, kind: ValueKind, names: readonly string[], now: number): void {
    for (const name of names) {
      const key = `${domainId} ${kind} ${name}`;
      if (now - (this.#notedOn.get(key) ?? 0) < USED_EVERY_MS) continue;
      this.#notedOn.set(key, now);
      const ofKind = this.#used.get(`${domainId} ${kind}`) ?? { domainId, kind, names: new Set() };
      ofKind.names.add(name);
      this.#used.set(`${domainId} ${kind}`, ofKind);
      this.#writes.plan();
    }
  }

  async #writeUsed(): Promise<void> {
    const used = this.#used;
    this.#used = new Map();
    const now = this.#parts.now();
    for (const [key, at] of this.#notedOn) if (now.getTime() - at >= USED_EVERY_MS) this.#notedOn.delete(key);
    for (const { domainId, kind, names } of used.values())
      await updateUsedOn(this.#parts.db, domainId, { kind, names: [...names], now });
  }

  #get(domainId: string): Promise<DomainValues> {
    return this.#cache.get(domainId, async () => {
      const values: DomainValues = { secret: new Map(), variable: new Map() };
      for (const row of await listValueRows(this.#parts.db, domainId)) {
        values[row.kind].set(row.name, {
          value: this.#unseal(row, 'value'),
          testValue: this.#unseal(row, 'testValue'),
          former: this.#unseal(row, 'previousValue'),
          formerUntil: row.previousUntil,
        });
      }
      return values;
    });
  }

  #former({ former, formerUntil }: KnownValue): string | undefined {
    return formerUntil && formerUntil > this.#parts.now() ? former : undefined;
  }

  async #listUses(domainId: string) {
    const { live, serviceIds } = this.#parts;
    const uses: { kind: ValueKind; name: string; serviceId: string; function: string }[] = [];
    for (const serviceId of serviceIds) {
      const { declarations } = await live.get({ domainId, serviceId });
      for (const [name, declared] of declarations) {
        const use = { serviceId, function: name };
        for (const secret of neededSecrets(declared)) uses.push({ kind: 'secret', name: secret, ...use });
        for (const variable of declared.variables) uses.push({ kind: 'variable', name: variable, ...use });
      }
    }
    return uses;
  }

  #checkRoom(rows: readonly ValueRow[], before: ValueRow | undefined, { value, testValue }: SetValue): void {
    if (!before && value === undefined && typeof testValue !== 'string')
      throw new UnprocessableError('Enter a value.');
    if (!before && rows.length >= MAX_VALUES)
      throw new UnprocessableError(
        `A domain has at most ${MAX_VALUES} secrets and variables. Delete some that no function uses.`,
      );
    let length = (value ?? '').length + (testValue ?? '').length;
    for (const row of rows) {
      const isChanged = row === before;
      if (!isChanged || value === undefined) length += this.#unseal(row, 'value')?.length ?? 0;
      if (!isChanged || testValue === undefined) length += this.#unseal(row, 'testValue')?.length ?? 0;
    }
    if (length > MAX_VALUES_LENGTH)
      throw new UnprocessableError(
        `The values of a domain have at most ${MAX_VALUES_LENGTH.toLocaleString('en-US')} characters together. Delete some, or set shorter ones.`,
      );
  }

  #seal(key: ValueKey, column: SealedColumn, text: string): string {
    return seal(this.#requireKey(), placeOf(key, column), text);
  }

  #unseal(row: ValueRow, column: SealedColumn): string | undefined {
    const sealed = row[column];
    return sealed === null ? undefined : unseal(this.#requireKey(), placeOf(row, column), sealed);
  }

  #requireKey(): SecretKey {
    if (!this.#key)
      throw new UnavailableError('The services were started without the key of secrets and variables.');
    return this.#key;
  }
}

const UNSET = {
  isSet: false,
  hasTestValue: false,
  changedOn: null,
  changedBy: null,
  usedOn: null,
  previousUntil: null,
};

function toListed({
  kind,
  name,
  value,
  testValue,
  changedOn,
  changedBy,
  usedOn,
  previousUntil,
}: ValueRow): FunctionValue {
  return {
    kind,
    name,
    isSet: value !== null,
    hasTestValue: testValue !== null,
    changedOn: changedOn.toISOString(),
    changedBy,
    usedOn: usedOn?.toISOString() ?? null,
    previousUntil: previousUntil?.toISOString() ?? null,
    usedBy: [],
  };
}

const placeOf = ({ domainId, kind, name }: ValueKey, column: SealedColumn) => ({
  column: `function_value.${column}`,
  row: `${domainId} ${kind} ${name}`,
});
