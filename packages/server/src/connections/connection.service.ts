import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { REQUIRED_FIELDS_MESSAGE } from '@atrium/contract/configuration/messages';
import {
  type AppKind,
  type Connection,
  type ConnectionKind,
  type ConnectionTest,
  type createConnection,
  MAX_CONNECTIONS,
  type updateConnection,
} from '@atrium/contract/connections/connections';
import type { EndpointInput } from '@atrium/contract/endpoint';
import { onDuplicate } from '@atrium/host/database/errors';
import { ConflictError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { People } from '../accounts/people/people.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import type { Git } from '../providers/git/git.ts';
import { type GitConnection, isKeyConnection, placeOf } from '../providers/git/remote-session.ts';
import { fingerprintOf, generateDeployKey } from '../providers/git/ssh/deploy-key.ts';
import { type HostKey, toHostKey } from '../providers/git/ssh/host-key.ts';
import { type AppAccess, GitAppError } from '../providers/git-apps/git-app.ts';
import type { Secrets } from '../secrets/secrets.service.ts';
import type { AppAccesses } from './app-access.service.ts';
import { changeConnection, findOrThrow, noSuchConnection } from './change-connection.ts';
import {
  deleteConnectionRow,
  findOldestConnectionId,
  insertConnection,
  listStoredConnections,
  lockConnections,
  type StoredConnection,
  updateConnectionRow,
  updateDefaultConnection,
} from './connection.repository.ts';
import {
  addressStays,
  fieldError,
  passwordNeeded,
  placeOfStored,
  readAddress,
  refuseCredentials,
  shownInLog,
  toConnectionTest,
} from './connection-fields.ts';
import { publicKeysOf, secretPlace } from './connection-secrets.ts';

export interface ConnectionParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  appAccesses: AppAccesses;
  audit: Audit;
  git: Pick<Git, 'readHostKey' | 'test'>;
  people: Pick<People, 'listNames'>;
  gitSync: {
    /** In the transaction that connects a repository, or changes the connection. */
    noteConnected(
      transaction: Store,
      key: { domainId: string; connectionId: string },
      /** Whether it has another address or folder than before. */
      isMoved?: boolean,
    ): Promise<void>;
  };
}

/** Repository of a connection or a request, with its credentials. */
export interface OpenedRepository {
  connection: GitConnection;
  /** Address and folder; shown, and stored with pulls and exchanges. */
  place: string;
  /** Used unless a request names another one. */
  defaultBranch: string | undefined;
}

/** A connection of a domain without its credentials. */
export interface DescribedConnection {
  id: string;
  domainId: string;
  name: string;
  /** Address and folder. */
  place: string;
  /** Host of the address, with its port if that is not the usual one. */
  host: string;
  kind: ConnectionKind;
  /** App at the host, of the kind `app`. */
  app: AppKind | null;
  defaultBranch: string | undefined;
  /** The person who connected it. */
  ownerId: string;
}

type SavedConnection = EndpointInput<typeof createConnection>['body'];
/** A new connection, apart from its secret. */
type NewRow = Pick<StoredConnection, 'gitUrl' | 'kind' | 'app' | 'username'> &
  Pick<SavedConnection, 'name' | 'defaultBranch' | 'folder'>;

type ChangedConnection = EndpointInput<typeof updateConnection>['body'];

const NAME_TAKEN = 'Another connection has this name already. Choose another one.';

/** Repositories of a domain, with credentials that never leave the server. */
export class Connections {
  readonly #parts: ConnectionParts;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  /** Returns what git needs for a connection of the domain. Throws NotFoundError. */
  async open(domainId: string, connectionId: string): Promise<OpenedRepository> {
    return this.#opened(await findOrThrow(this.#parts.db, domainId, connectionId));
  }

  /** Throws NotFoundError. */
  async describe(
    domainId: string,
    connectionId: string,
    db: Store = this.#parts.db,
  ): Promise<DescribedConnection> {
    return described(await findOrThrow(db, domainId, connectionId));
  }

  /** The default one first. */
  async describeAll(domainId: string, db: Store = this.#parts.db): Promise<DescribedConnection[]> {
    return (await listStoredConnections(db, domainId)).map(described);
  }

  /** Opens the connection that a request names, or its own address and credentials. */
  async openRequested(domainId: string, request: GitRequest): Promise<OpenedRepository> {
    const { connectionId, gitUrl = '', username = '', password = '' } = request;
    if (connectionId !== undefined) return this.open(domainId, connectionId);
    const connection = { gitUrl, username, password };
    return { connection, place: placeOf({ gitUrl, isSsh: false }), defaultBranch: undefined };
  }

  async list({ domainId }: Caller): Promise<Connection[]> {
    return this.#toConnections(await listStoredConnections(this.#parts.db, domainId));
  }

  async create(caller: Caller, given: SavedConnection): Promise<Connection> {
    const { kind, username = null, password } = given;
    const { url: gitUrl } = readAddress(kind, given.gitUrl);
    const secret = password ?? generateDeployKey();
    return this.#add(caller, { ...given, gitUrl, kind, app: null, username }, (transaction, id) =>
      this.#parts.secrets.seal(transaction, secretPlace(id), secret),
    );
  }

  /** `use` runs in the transaction that stores the connection. */
  async createWithApp(
    caller: Caller,
    given: Omit<NewRow, 'kind'>,
    access: AppAccess,
    use: (transaction: Store) => Promise<void>,
  ): Promise<Connection> {
    const { url: gitUrl } = readAddress('app', given.gitUrl);
    return this.#add(caller, { ...given, kind: 'app', gitUrl }, async (transaction, id) => {
      await use(transaction);
      return this.#parts.appAccesses.seal(transaction, id, access);
    });
  }

  async #add(
    caller: Caller,
    { name, gitUrl, kind, app, username, ...place }: NewRow,
    seal: (transaction: Store, id: string) => Promise<string>,
  ): Promise<Connection> {
    const { db, clock, random, audit, gitSync } = this.#parts;
    const { domainId, userId } = caller;
    const [id, now] = [random.id(), clock.now()];
    const row = await db
      .transaction()
      .execute(async (transaction) => {
        await lockConnections(transaction, domainId);
        const others = await listStoredConnections(transaction, domainId);
        if (others.length >= MAX_CONNECTIONS)
          throw new UnprocessableError(`A domain has at most ${MAX_CONNECTIONS} connections.`);
        const stored: StoredConnection = {
          id,
          domainId,
          name,
          gitUrl,
          defaultBranch: place.defaultBranch ?? null,
          folder: place.folder ?? '',
          kind,
          app,
          username,
          secret: await seal(transaction, id),
          nextSecret: null,
          hostKey: null,
          isDefault: others.length === 0,
          createdBy: userId,
          changedBy: userId,
          createdOn: now,
          changedOn: now,
        };
        await insertConnection(transaction, stored);
        await gitSync.noteConnected(transaction, { domainId, connectionId: id });
        await audit.record(transaction, {
          caller,
          action: 'connection.create',
          message: `Connected ${stored.name}: ${placeOfStored(stored)}`,
          after: shownInLog(stored),
        });
        return stored;
      })
      .catch((error: unknown) => onDuplicate(error, { connectionsDomainIdNameKey: NAME_TAKEN }));
    return this.#toConnection(row);
  }

  async update(caller: Caller, id: string, given: ChangedConnection): Promise<Connection> {
    const { db, clock, audit, gitSync } = this.#parts;
    const { domainId, userId } = caller;
    const row = await changeConnection(db, { domainId, id }, async (transaction, before) => {
      const { url: gitUrl, host } = readAddress(before.kind, given.gitUrl);
      if (before.kind !== 'password') refuseCredentials(given);
      const after: StoredConnection = {
        ...before,
        name: given.name,
        gitUrl,
        defaultBranch: given.defaultBranch ?? null,
        folder: given.folder ?? '',
        changedBy: userId,
        changedOn: clock.now(),
      };
      if (before.kind === 'key')
        after.hostKey = host === readAddress('key', before.gitUrl).host ? before.hostKey : null;
      else if (before.kind === 'password')
        Object.assign(after, await this.#changedAccess(transaction, before, { ...given, gitUrl }));
      // The token of an app must not be sent to another address.
      else if (gitUrl !== before.gitUrl) throw addressStays();
      const { id: _id, domainId: _domainId, isDefault: _isDefault, ...values } = after;
      await updateConnectionRow(transaction, { domainId, id }, values);
      const isMoved = placeOfStored(after) !== placeOfStored(before);
      await gitSync.noteConnected(transaction, { domainId, connectionId: id }, isMoved);
      await audit.record(transaction, {
        caller,
        action: 'connection.change',
        message: `Changed the connection ${after.name}: ${placeOfStored(after)}`,
        before: shownInLog(before),
        after: { ...shownInLog(after), hasNewPassword: given.password !== undefined },
      });
      return after;
    }).catch((error: unknown) => onDuplicate(error, { connectionsDomainIdNameKey: NAME_TAKEN }));
    return this.#toConnection(row);
  }

  /** Throws NotFoundError unless the connection is one with an app. */
  async findWithApp(
    domainId: string,
    id: string,
  ): Promise<Pick<StoredConnection, 'name' | 'gitUrl'> & { app: AppKind }> {
    const { name, gitUrl, app } = await findOrThrow(this.#parts.db, domainId, id);
    if (app === null) throw noSuchConnection();
    return { name, gitUrl, app };
  }

  /** Replaces the access that the app at the host was given. */
  async replaceAccess(
    caller: Caller,
    id: string,
    given: { gitUrl: string; username: string; access: AppAccess },
  ): Promise<void> {
    const { db, clock, audit, appAccesses, gitSync } = this.#parts;
    const { domainId, userId } = caller;
    await changeConnection(db, { domainId, id }, async (transaction, before) => {
      if (before.kind !== 'app' || before.gitUrl !== given.gitUrl) throw noSuchConnection();
      const after = { ...before, username: given.username };
      const secret = await appAccesses.seal(transaction, id, given.access);
      const changed = { changedBy: userId, changedOn: clock.now() };
      await updateConnectionRow(
        transaction,
        { domainId, id },
        { username: after.username, secret, ...changed },
      );
      await gitSync.noteConnected(transaction, { domainId, connectionId: id });
      await audit.record(transaction, {
        caller,
        action: 'connection.change',
        message: `Connected ${after.name} again: ${placeOfStored(after)}`,
        before: shownInLog(before),
        after: { ...shownInLog(after), hasNewAccess: true },
      });
    });
  }

  async makeDefault(caller: Caller, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    const { domainId } = caller;
    await changeConnection(db, { domainId, id }, async (transaction, { name, isDefault }) => {
      if (isDefault) return;
      await updateDefaultConnection(transaction, { domainId, id });
      await audit.record(transaction, {
        caller,
        action: 'connection.make-default',
        message: `Made ${name} the default connection`,
        after: { id },
      });
    });
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    const { domainId } = caller;
    await changeConnection(db, { domainId, id }, async (transaction, before) => {
      await deleteConnectionRow(transaction, { domainId, id });
      const next = before.isDefault ? await findOldestConnectionId(transaction, domainId) : undefined;
      if (next !== undefined) await updateDefaultConnection(transaction, { domainId, id: next });
      await audit.record(transaction, {
        caller,
        action: 'connection.delete',
        message: `Deleted the connection ${before.name}: ${placeOfStored(before)}`,
        before: shownInLog(before),
      });
    });
  }

  async test(caller: Caller, id: string, signal: AbortSignal): Promise<ConnectionTest> {
    const opened = await this.open(caller.domainId, id).catch((error: unknown) => {
      if (error instanceof GitAppError) return error;
      throw error;
    });
    if (opened instanceof GitAppError) return withoutAccess(opened.message);
    const { connection } = opened;
    const tested = await this.#parts.git.test(caller.domainId, connection, signal);
    const { offered, confirmed } = tested.hostKey ?? {};
    if (offered?.isPublished && confirmed === undefined) {
      // A fingerprint that the operator of the host has published needs no comparison by a person.
      await this.#pinHostKey(caller, id, offered, connection.gitUrl);
      return this.test(caller, id, signal);
    }
    return toConnectionTest(tested);
  }

  async confirmHostKey(
    caller: Caller,
    id: string,
    fingerprint: string,
    signal: AbortSignal,
  ): Promise<Connection> {
    const { connection } = await this.open(caller.domainId, id);
    if (!isKeyConnection(connection))
      throw new UnprocessableError('Only hosts that are used with a deploy key show a key to confirm.');
    const offered = await this.#parts.git.readHostKey(caller.domainId, connection, signal);
    if (offered.fingerprint !== fingerprint)
      throw new ConflictError(
        `The host has shown another key this time, with the fingerprint ${offered.fingerprint}. Test the connection again.`,
      );
    await this.#pinHostKey(caller, id, offered, connection.gitUrl);
    return this.#toConnection(await findOrThrow(this.#parts.db, caller.domainId, id));
  }

  async #pinHostKey(
    caller: Caller,
    id: string,
    { line, fingerprint }: HostKey,
    gitUrl: string,
  ): Promise<void> {
    const { db, audit, gitSync } = this.#parts;
    const { domainId } = caller;
    await changeConnection(db, { domainId, id }, async (transaction, before) => {
      if (before.gitUrl !== gitUrl)
        throw new ConflictError('The address of the connection has just changed. Test the connection again.');
      await updateConnectionRow(transaction, { domainId, id }, { hostKey: line });
      await gitSync.noteConnected(transaction, { domainId, connectionId: id });
      await audit.record(transaction, {
        caller,
        action: 'connection.confirm-host',
        message: `Confirmed the key of the host of ${before.name}: ${fingerprint}`,
        before: { id, fingerprint: before.hostKey === null ? null : fingerprintOf(before.hostKey) },
        after: { id, fingerprint },
      });
    });
  }

  async #changedAccess(
    transaction: Store,
    before: StoredConnection,
    { gitUrl, username, password }: ChangedConnection,
  ): Promise<Pick<StoredConnection, 'secret' | 'username'>> {
    if (username === undefined) throw fieldError('username', REQUIRED_FIELDS_MESSAGE);
    if (password !== undefined)
      return {
        username,
        secret: await this.#parts.secrets.seal(transaction, secretPlace(before.id), password),
      };
    // A changed address must not be a way to learn the password.
    if (gitUrl !== before.gitUrl || username !== before.username) throw passwordNeeded();
    return { username, secret: before.secret };
  }

  async #opened(stored: StoredConnection): Promise<OpenedRepository> {
    const { defaultBranch } = stored;
    const connection = await this.#toGitConnection(stored);
    return { connection, place: placeOfStored(stored), defaultBranch: defaultBranch ?? undefined };
  }

  async #toGitConnection(stored: StoredConnection): Promise<GitConnection> {
    const { kind, gitUrl, folder, username, hostKey } = stored;
    switch (kind) {
      case 'key':
        return { gitUrl, folder, privateKey: this.#unsealed(stored), hostKey: hostKey ?? undefined };
      case 'app':
        return { gitUrl, folder, ...(await this.#parts.appAccesses.open(stored)) };
      default:
        return { gitUrl, folder, username: username ?? '', password: this.#unsealed(stored) };
    }
  }

  #unsealed({ id, secret }: StoredConnection): string {
    return this.#parts.secrets.unseal(secretPlace(id), secret);
  }

  async #toConnection(stored: StoredConnection): Promise<Connection> {
    const [connection] = await this.#toConnections([stored]);
    if (connection === undefined) throw noSuchConnection();
    return connection;
  }

  async #toConnections(stored: readonly StoredConnection[]): Promise<Connection[]> {
    const ids = stored.flatMap(({ createdBy, changedBy }) => [createdBy, changedBy]);
    const names = await this.#parts.people.listNames([...new Set(ids)]);
    return stored.map((one) => ({
      ...shownInLog(one),
      kind: one.kind,
      app: one.app,
      ...publicKeysOf(one, this.#parts.secrets),
      hostKey: one.hostKey === null ? null : toHostKey(one.hostKey, readAddress(one.kind, one.gitUrl).host),
      isDefault: one.isDefault,
      createdBy: names.get(one.createdBy) ?? '',
      changedBy: names.get(one.changedBy) ?? '',
      createdOn: one.createdOn.toISOString(),
      changedOn: one.changedOn.toISOString(),
    }));
  }
}

const described = (stored: StoredConnection): DescribedConnection => ({
  id: stored.id,
  domainId: stored.domainId,
  name: stored.name,
  place: placeOfStored(stored),
  host: readAddress(stored.kind, stored.gitUrl).host,
  kind: stored.kind,
  app: stored.app,
  defaultBranch: stored.defaultBranch ?? undefined,
  ownerId: stored.createdBy,
});

const withoutAccess = (reason: string): ConnectionTest => ({
  read: { isAllowed: false, reason },
  write: { isAllowed: false, reason },
  branches: [],
  defaultBranch: null,
  hostKey: null,
});
