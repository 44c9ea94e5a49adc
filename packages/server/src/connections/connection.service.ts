import type { GitRequest } from '@atrium/contract/configuration/git-request';
import {
  type Connection,
  type ConnectionTest,
  type createConnection,
  MAX_CONNECTIONS,
  type updateConnection,
} from '@atrium/contract/connections/connections';
import type { EndpointInput } from '@atrium/contract/endpoint';
import { onDuplicate } from '@atrium/host/database/errors';
import { NotFoundError, UnprocessableError, ValidationError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { People } from '../accounts/people/people.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import type { Git } from '../providers/git/git.ts';
import { readGitAddress } from '../providers/git/git-address.ts';
import { type GitConnection, placeOf } from '../providers/git/remote-session.ts';
import type { Secrets } from '../secrets/secrets.service.ts';
import {
  connectionPasswordColumn,
  deleteConnectionRow,
  findConnection,
  findOldestConnectionId,
  insertConnection,
  listStoredConnections,
  lockConnections,
  type StoredConnection,
  updateConnectionRow,
  updateDefaultConnection,
} from './connection.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  audit: Audit;
  git: Pick<Git, 'test'>;
  people: Pick<People, 'listNames'>;
}

/** A repository with all that git needs for it. */
export interface OpenedRepository {
  /** As `providers/git` takes it. */
  connection: GitConnection;
  /** Identifies what is exchanged with it; shown, and stored with pulls and exchanges. */
  place: string;
  /** Taken where a call names none. */
  defaultBranch: string | undefined;
}

type SavedConnection = EndpointInput<typeof createConnection>['body'];
type ChangedConnection = EndpointInput<typeof updateConnection>['body'];

const NAME_TAKEN = 'Another connection has this name already. Choose another one.';

/** Repositories of a domain, with credentials that never leave the server. */
export class Connections {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns what git needs for a connection of the domain. Throws NotFoundError. */
  async open(domainId: string, connectionId: string): Promise<OpenedRepository> {
    return this.#opened(await findOrThrow(this.#parts.db, domainId, connectionId));
  }

  /** Returns the same for a request that names a connection or has its own credentials. */
  async openRequested(domainId: string, request: GitRequest): Promise<OpenedRepository> {
    const { connectionId, gitUrl = '', username = '', password = '' } = request;
    if (connectionId !== undefined) return this.open(domainId, connectionId);
    const connection = { gitUrl, username, password };
    return { connection, place: placeOf(connection), defaultBranch: undefined };
  }

  async list({ domainId }: Caller): Promise<Connection[]> {
    return this.#toConnections(await listStoredConnections(this.#parts.db, domainId));
  }

  async create(caller: Caller, given: SavedConnection): Promise<Connection> {
    const { db, clock, random, secrets, audit } = this.#parts;
    const { domainId, userId } = caller;
    const { url: gitUrl } = readAddress(given.gitUrl);
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
          name: given.name,
          gitUrl,
          defaultBranch: given.defaultBranch ?? null,
          folder: given.folder ?? '',
          username: given.username,
          password: await secrets.seal(transaction, passwordPlace(id), given.password),
          isDefault: others.length === 0,
          createdBy: userId,
          changedBy: userId,
          createdOn: now,
          changedOn: now,
        };
        await insertConnection(transaction, stored);
        await audit.record(transaction, {
          caller,
          action: 'connection.create',
          message: `Connected ${stored.name}: ${placeOf(stored)}`,
          after: shownInLog(stored),
        });
        return stored;
      })
      .catch((error: unknown) => onDuplicate(error, { connectionsDomainIdNameKey: NAME_TAKEN }));
    return this.#toConnection(row);
  }

  async update(caller: Caller, id: string, given: ChangedConnection): Promise<Connection> {
    const { db, clock, secrets, audit } = this.#parts;
    const { domainId, userId } = caller;
    const { url: gitUrl } = readAddress(given.gitUrl);
    const row = await db
      .transaction()
      .execute(async (transaction) => {
        await lockConnections(transaction, domainId);
        const before = await findOrThrow(transaction, domainId, id);
        // Whoever may change the address must not learn the password by that.
        const isElsewhere = gitUrl !== before.gitUrl || given.username !== before.username;
        if (given.password === undefined && isElsewhere) throw passwordNeeded();
        const after: StoredConnection = {
          ...before,
          name: given.name,
          gitUrl,
          defaultBranch: given.defaultBranch ?? null,
          folder: given.folder ?? '',
          username: given.username,
          changedBy: userId,
          changedOn: clock.now(),
          ...(given.password !== undefined && {
            password: await secrets.seal(transaction, passwordPlace(id), given.password),
          }),
        };
        const { id: _id, domainId: _domainId, isDefault: _isDefault, ...values } = after;
        await updateConnectionRow(transaction, { domainId, id }, values);
        await audit.record(transaction, {
          caller,
          action: 'connection.change',
          message: `Changed the connection ${after.name}: ${placeOf(after)}`,
          before: shownInLog(before),
          after: { ...shownInLog(after), hasNewPassword: given.password !== undefined },
        });
        return after;
      })
      .catch((error: unknown) => onDuplicate(error, { connectionsDomainIdNameKey: NAME_TAKEN }));
    return this.#toConnection(row);
  }

  async makeDefault(caller: Caller, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    const { domainId } = caller;
    await db.transaction().execute(async (transaction) => {
      await lockConnections(transaction, domainId);
      const { name, isDefault } = await findOrThrow(transaction, domainId, id);
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
    await db.transaction().execute(async (transaction) => {
      await lockConnections(transaction, domainId);
      const before = await findOrThrow(transaction, domainId, id);
      await deleteConnectionRow(transaction, { domainId, id });
      const next = before.isDefault ? await findOldestConnectionId(transaction, domainId) : undefined;
      if (next !== undefined) await updateDefaultConnection(transaction, { domainId, id: next });
      await audit.record(transaction, {
        caller,
        action: 'connection.delete',
        message: `Deleted the connection ${before.name}: ${placeOf(before)}`,
        before: shownInLog(before),
      });
    });
  }

  async test({ domainId }: Caller, id: string, signal: AbortSignal): Promise<ConnectionTest> {
    const { connection } = await this.open(domainId, id);
    return this.#parts.git.test(domainId, connection, signal);
  }

  #opened(stored: StoredConnection): OpenedRepository {
    const { id, gitUrl, username, folder, defaultBranch } = stored;
    const password = this.#parts.secrets.unseal(passwordPlace(id), stored.password);
    const connection = { gitUrl, username, password, folder };
    return { connection, place: placeOf(connection), defaultBranch: defaultBranch ?? undefined };
  }

  async #toConnection(stored: StoredConnection): Promise<Connection> {
    const [connection] = await this.#toConnections([stored]);
    if (connection === undefined) throw noSuchConnection();
    return connection;
  }

  async #toConnections(stored: readonly StoredConnection[]): Promise<Connection[]> {
    const ids = stored.flatMap(({ createdBy, changedBy }) => [createdBy, changedBy]);
    const names = await this.#parts.people.listNames([...new Set(ids)]);
    return stored.map(
      ({ createdBy, changedBy, createdOn, changedOn, password: _, domainId: _d, ...shown }) => ({
        ...shown,
        createdBy: names.get(createdBy) ?? '',
        changedBy: names.get(changedBy) ?? '',
        createdOn: createdOn.toISOString(),
        changedOn: changedOn.toISOString(),
      }),
    );
  }
}

const passwordPlace = (id: string) => ({ column: connectionPasswordColumn.name, row: id });

/** The git error of a bad address, at its field. */
function readAddress(text: string) {
  try {
    return readGitAddress(text);
  } catch (error) {
    throw fieldError('gitUrl', (error as Error).message);
  }
}

const passwordNeeded = () =>
  fieldError(
    'password',
    'Enter the password or token again, because the address or the username has changed.',
  );

const fieldError = (field: string, defaultMessage: string) =>
  new ValidationError(defaultMessage, [{ field, defaultMessage }]);

async function findOrThrow(db: Store, domainId: string, id: string): Promise<StoredConnection> {
  const found = await findConnection(db, { domainId, id });
  if (found === undefined) throw noSuchConnection();
  return found;
}

const noSuchConnection = () => new NotFoundError('There is no such connection. It may have been deleted.');

const shownInLog = ({ id, name, gitUrl, folder, defaultBranch, username }: StoredConnection) => ({
  id,
  name,
  gitUrl,
  folder,
  defaultBranch,
  username,
});
