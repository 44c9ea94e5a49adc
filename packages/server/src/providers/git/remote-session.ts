import { join } from 'node:path';
import type { AddressGuard } from '@atrium/host/outbound/address-guard';
import { openGuardedProxy } from '@atrium/host/outbound/guarded-proxy';
import { readGitAddress, readSshAddress } from './git-address.ts';
import { gitEnvironment, type NetworkAccess } from './git-environment.ts';
import { GitError, readGitError, toGitError } from './git-errors.ts';
import { abortReason, type GitOutput, runGit } from './git-process.ts';
import { type LocalCall, MAX_OUTPUT_BYTES, PROCESS_LIMITS } from './local-git.ts';
import { type HostKey, HostKeyError, toHostKey } from './ssh/host-key.ts';
import { openSshAccess } from './ssh/ssh-access.ts';

interface Repository {
  gitUrl: string;
  /** Folder of the repository that takes the place of all of it. */
  folder?: string | undefined;
}

/** Address and credentials of a repository over https. Stays in memory for one request. */
interface PasswordConnection extends Repository, RefusableConnection {}

/** Credentials that a host may refuse. */
export interface RefusableConnection {
  username: string;
  password: string;
  /** Identifies the user in the cache, if the username does not. */
  cacheUser?: string;
  /** Called if the host refuses them; returns the sentence for people. */
  onRefused?: () => Promise<string>;
}

/** Address of a repository over ssh, and its deploy key. */
export interface KeyConnection extends Repository {
  /** PEM of the deploy key. */
  privateKey: string;
  /** The confirmed key of the host: algorithm and key. */
  hostKey: string | undefined;
}

export type GitConnection = PasswordConnection | KeyConnection;

/** Identifies exchanges with a repository: its address in one spelling, and the folder. */
export function placeOf({ gitUrl, folder, isSsh }: Repository & { isSsh: boolean }): string {
  const { url } = isSsh ? readSshAddress(gitUrl) : readGitAddress(gitUrl);
  // No address that was typed has a fragment.
  return folder ? `${url}#${folder}` : url;
}

export const isKeyConnection = (connection: GitConnection): connection is KeyConnection =>
  'privateKey' in connection;

/**
 * Access tokens that some hosts accept as the username. Other names, such as `git`, are common words in addresses and
 * git's messages.
 */
const TOKEN = /^(?=.*\d)(?=.*[A-Za-z])[\w-]{20,}$/;

const CONNECT_TIMEOUT_MS = 10_000;
/** Limit for a git process and all its children. Each fetch uses one or two. */
const MAX_CONNECTIONS = 16;

export interface SessionLimits {
  timeoutMs: number;
  idleTimeoutMs: number;
  /** Bytes that one transfer may receive. */
  maxBytes: number;
}

interface RemoteCall extends LocalCall {
  limits: SessionLimits;
  /** Variables beyond those that every git process gets. */
  environment?: Record<string, string>;
}

/** Git on the repositories of one remote, through its own guarded proxy. */
export interface RemoteSession {
  remote(call: RemoteCall): Promise<GitOutput>;
}

/** Access of one git process, and texts that must never appear in an error. */
interface OpenAccess {
  network: NetworkAccess;
  secrets: string[];
}

type OpenNetwork = (proxyUrl: string, opened: AsyncDisposableStack) => OpenAccess | Promise<OpenAccess>;

export function createRemoteSession(guard: AddressGuard, connection: GitConnection): RemoteSession {
  return isKeyConnection(connection)
    ? createKeySession(guard, connection)
    : createPasswordSession(guard, connection);
}

/** One git process with a guarded proxy of its own. */
async function runRemote(
  guard: AddressGuard,
  openNetwork: OpenNetwork,
  { limits, environment, ...call }: RemoteCall,
): Promise<GitOutput> {
  const cut = new AbortController();
  const signal = AbortSignal.any([call.signal, cut.signal]);
  await using opened = new AsyncDisposableStack();
  const proxy = opened.use(
    await openGuardedProxy(
      guard,
      { ...limits, maxConnections: MAX_CONNECTIONS, connectTimeoutMs: CONNECT_TIMEOUT_MS },
      (error) => cut.abort(toGitError(error)),
    ),
  );
  const { network, secrets } = await openNetwork(proxy.url, opened);
  try {
    const output = await runGit({
      ...PROCESS_LIMITS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      timeoutMs: limits.timeoutMs,
      ...call,
      signal,
      environment: {
        ...gitEnvironment(join(call.folder, 'home'), network),
        GIT_DIR: call.folder,
        ...environment,
      },
      secrets: [proxy.url, ...secrets],
    });
    if (output.code !== 0 && proxy.failure !== undefined) throw toGitError(proxy.failure);
    return output;
  } catch (error) {
    if (call.signal.aborted) throw abortReason(call.signal);
    // The proxy knows better than git why a connection failed.
    throw proxy.failure === undefined ? error : toGitError(proxy.failure);
  }
}

/** Learns the key of a host. Throws if it shows none. */
export async function readHostKey(
  guard: AddressGuard,
  { gitUrl, privateKey }: KeyConnection,
  call: Omit<RemoteCall, 'args'>,
): Promise<HostKey> {
  const address = readSshAddress(gitUrl);
  let shown: string | undefined;
  const { stderr } = await runRemote(
    guard,
    async (proxyUrl, opened) => {
      const access = await openSshAccess({ address, privateKey, hostKey: undefined, proxyUrl });
      opened.defer(async () => {
        shown = await access.readShownKey();
        await access[Symbol.asyncDispose]();
      });
      return { network: access.network, secrets: [] };
    },
    { ...call, args: ['ls-remote', 'origin', 'HEAD'], accept: () => true },
  );
  if (shown === undefined) throw readGitError(stderr, []);
  return toHostKey(shown, address.host);
}

function createKeySession(guard: AddressGuard, connection: KeyConnection): RemoteSession {
  const { gitUrl, privateKey, hostKey } = connection;
  const address = readSshAddress(gitUrl);
  const { host } = address;
  /** Throws before anything is signed for the host. */
  async function refuse(call: RemoteCall, error?: unknown): Promise<never> {
    const offered = await readHostKey(guard, connection, {
      folder: call.folder,
      limits: call.limits,
      signal: call.signal,
    });
    if (hostKey === undefined) throw new HostKeyError(host, offered, undefined);
    // The confirmed key again, and another one just before.
    if (offered.line === hostKey) throw error;
    throw new HostKeyError(host, offered, toHostKey(hostKey, host));
  }
  return {
    async remote(call) {
      if (hostKey === undefined) return refuse(call);
      try {
        return await runRemote(
          guard,
          async (proxyUrl, opened) => {
            const access = opened.use(await openSshAccess({ address, privateKey, hostKey, proxyUrl }));
            return { network: access.network, secrets: [] };
          },
          call,
        );
      } catch (error) {
        if (!(error instanceof GitError) || error.failure !== 'HOST_KEY_CHANGED') throw error;
        return refuse(call, error);
      }
    },
  };
}

function createPasswordSession(guard: AddressGuard, connection: PasswordConnection): RemoteSession {
  const { url, protocol, host } = readGitAddress(connection.gitUrl);
  const { username, password } = connection;
  if (/[\0\r\n]/.test(username + password)) {
    throw new GitError('CREDENTIALS_REFUSED', 'The username and password must not contain line breaks.');
  }
  const openNetwork: OpenNetwork = (proxyUrl) => ({
    network: { kind: 'http', credentials: { protocol, host, username, password }, proxyUrl, remoteUrl: url },
    secrets: [password, ...(TOKEN.test(username) ? [username] : [])],
  });
  const run = (call: RemoteCall) => runRemote(guard, openNetwork, call);
  /** Git keeps response headers to itself, except in a trace. */
  async function askRetryAfter({ folder, limits, signal }: RemoteCall): Promise<string | undefined> {
    const { stderr } = await run({
      folder,
      limits,
      signal,
      args: ['ls-remote', 'origin', 'HEAD'],
      accept: () => true,
      environment: { GIT_TRACE_CURL: '1', GIT_TRACE_CURL_NO_DATA: '1' },
    });
    return /Recv header: retry-after: *([^\r\n]+)/i.exec(stderr)?.[1];
  }
  return {
    async remote(call) {
      try {
        return await run(call);
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        if (error.failure === 'CREDENTIALS_REFUSED' && connection.onRefused !== undefined)
          throw new GitError('CREDENTIALS_REFUSED', await connection.onRefused(), error);
        if (error.hostStatus !== UNAVAILABLE) throw error;
        const after = await askRetryAfter(call).catch(() => undefined);
        throw new GitError(error.failure, unavailableMessage(after), error, UNAVAILABLE);
      }
    },
  };
}

const UNAVAILABLE = 503;

/** `Retry-After` is a number of seconds or a date. */
function unavailableMessage(retryAfter: string | undefined): string {
  const isSeconds = retryAfter !== undefined && /^\d{1,9}$/.test(retryAfter);
  const at = Date.parse(retryAfter ?? '');
  const minutes = Math.ceil(Number(retryAfter) / 60);
  let when = 'later';
  if (isSeconds) when = minutes <= 1 ? 'in a minute' : `in ${minutes} minutes`;
  else if (!Number.isNaN(at)) when = `after ${new Date(at).toUTCString()}`;
  return `The git host is unavailable at the moment, such as for maintenance (503). Please try again ${when}.`;
}
