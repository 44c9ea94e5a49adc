import type { AppKind, Connection } from '@atrium/contract/connections/connections';
import type {
  connectOffered,
  GitApp as GitAppResponse,
  OfferedRepositories,
} from '@atrium/contract/connections/git-apps';
import type { EndpointInput } from '@atrium/contract/endpoint';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { hashToken } from '../accounts/sign-in/one-time-token.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { type GitApp, OAuthTokens } from '../providers/git-apps/git-app.ts';
import type { GitApps } from '../providers/git-apps/git-apps.ts';
import type { Secrets } from '../secrets/secrets.service.ts';
import type { Connections } from './connection.service.ts';
import {
  deleteExpiredGrants,
  deleteGrant,
  findGrant,
  type GrantOwner,
  grantSecretColumn,
  insertGrant,
  type StoredGrant,
  takeGrantState,
  updateGrant,
} from './git-grant.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  gitApps: GitApps;
  connections: Pick<Connections, 'createWithApp' | 'findWithApp' | 'replaceAccess'>;
}

/** Long enough to sign in at the host with a second factor. */
const STATE_MS = 10 * 60_000;
/** Long enough to choose a repository. */
const GRANT_MS = 60 * 60_000;

/** Accesses that people allow an app at a git host, until a connection uses them. */
export class GitGrants {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  listApps(): GitAppResponse[] {
    return this.#parts.gitApps.list().map(toResponse);
  }

  /** Returns the host's page. */
  async start(caller: Caller, kind: AppKind, connectionId: string | undefined): Promise<{ url: string }> {
    const { db, clock, random, connections } = this.#parts;
    const owner = ownerOf(caller);
    const app = this.#find(kind);
    if (connectionId !== undefined) {
      const connection = await connections.findWithApp(caller.domainId, connectionId);
      if (connection.app !== kind)
        throw new UnprocessableError(`The connection ${connection.name} is not one with ${app.name}.`);
    }
    const state = random.token();
    const { url, codeVerifier } = await app.buildUrl(state);
    const now = clock.now();
    await insertGrant(db, {
      ...owner,
      id: random.id(),
      app: kind,
      connectionId: connectionId ?? null,
      stateHash: hashToken(state),
      codeVerifier,
      account: null,
      secret: null,
      createdOn: now,
      expiresOn: new Date(now.getTime() + STATE_MS),
    });
    return { url };
  }

  /** The state is used up first, so that no response of a host is looked at twice. */
  async finish(
    caller: Caller,
    query: string,
  ): Promise<{ grantId: string | null; connectionId: string | null }> {
    const { db, clock } = this.#parts;
    const state = new URLSearchParams(query).get('state') ?? '';
    const grant = await takeGrantState(db, ownerOf(caller), hashToken(state), clock.now());
    if (grant === undefined)
      throw new UnprocessableError(
        'This took too long, was already completed or was started in another window. Please connect again.',
      );
    try {
      const { codeVerifier } = grant;
      const app = this.#find(grant.app);
      const tokens = await app.exchange({ query, state, codeVerifier });
      const account = await app.findAccount(tokens);
      if (grant.connectionId === null) return await this.#keep(grant, account, tokens);
      await this.#replace(caller, app, grant.connectionId, account, tokens);
      await deleteGrant(db, grant);
      return { grantId: null, connectionId: grant.connectionId };
    } catch (error) {
      await deleteGrant(db, grant);
      throw error;
    }
  }

  async listRepositories(caller: Caller, id: string, search: string): Promise<OfferedRepositories> {
    const { app, account, tokens } = await this.#open(caller, id);
    const listed = await app.listRepositories(tokens, search);
    return { app: toResponse(app), account, ...listed, installUrl: app.installUrl ?? null };
  }

  /** Uses the grant up: two connections with the same refresh token would end each other's access. */
  async connect(
    caller: Caller,
    id: string,
    { repository: path, ...given }: EndpointInput<typeof connectOffered>['body'],
  ): Promise<Connection> {
    const { app, account, tokens } = await this.#open(caller, id);
    const found = await app.findRepository(tokens, path);
    if (found === undefined) throw notUsable(app, account, path);
    const { gitUrl } = found.repository;
    const connected = { ...given, gitUrl, app: app.kind, username: account };
    return this.#parts.connections.createWithApp(caller, connected, found.access, async (transaction) => {
      if (!(await deleteGrant(transaction, { domainId: caller.domainId, id }))) throw noSuchGrant();
    });
  }

  async forgetExpired(): Promise<void> {
    const { db, clock } = this.#parts;
    await deleteExpiredGrants(db, clock.now());
  }

  async #keep({ domainId, id }: StoredGrant, account: string, tokens: OAuthTokens) {
    const { db, clock, secrets } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const secret = await secrets.seal(transaction, secretPlace(id), JSON.stringify(tokens));
      const expiresOn = new Date(clock.now().getTime() + GRANT_MS);
      await updateGrant(transaction, { domainId, id }, { account, secret, expiresOn });
    });
    return { grantId: id, connectionId: null };
  }

  async #replace(caller: Caller, app: GitApp, id: string, account: string, tokens: OAuthTokens) {
    const { connections } = this.#parts;
    const { gitUrl } = await connections.findWithApp(caller.domainId, id);
    const path = decodeURIComponent(new URL(gitUrl).pathname).replaceAll(/^\/|\.git$/g, '');
    const found = await app.findRepository(tokens, path);
    // A renamed repository is found by its former path, too.
    if (found === undefined || new URL(found.repository.gitUrl).href !== gitUrl)
      throw notUsable(app, account, path);
    await connections.replaceAccess(caller, id, { gitUrl, username: account, access: found.access });
  }

  async #open(caller: Caller, id: string): Promise<{ app: GitApp; account: string; tokens: OAuthTokens }> {
    const { db, clock, secrets } = this.#parts;
    const grant = await findGrant(db, ownerOf(caller), id, clock.now());
    if (grant === undefined) throw noSuchGrant();
    const tokens = OAuthTokens.parse(JSON.parse(secrets.unseal(secretPlace(id), grant.secret)));
    return { app: this.#find(grant.app), account: grant.account, tokens };
  }

  #find(kind: AppKind): GitApp {
    const app = this.#parts.gitApps.find(kind);
    if (app === undefined) throw new NotFoundError('This git host is not set up on this installation.');
    return app;
  }
}

const secretPlace = (id: string) => ({ column: grantSecretColumn.name, row: id });

const toResponse = ({ kind, name, host }: GitApp): GitAppResponse => ({ kind, name, host });

function ownerOf({ domainId, userId, sessionId }: Caller): GrantOwner {
  if (sessionId === null)
    throw new UnprocessableError('A git host asks a person in a browser. Sign in to the console for it.');
  return { domainId, userId, sessionId };
}

const noSuchGrant = () =>
  new NotFoundError('This access has expired, or was used for a connection. Please connect again.');

const notUsable = ({ name }: GitApp, account: string, path: string) =>
  new UnprocessableError(`${account} cannot use ${path} at ${name}, or it no longer exists.`);
