import { join } from 'node:path';
import type { AddressGuard } from '@atrium/host/outbound/address-guard';
import { openGuardedProxy } from '@atrium/host/outbound/guarded-proxy';
import { readGitAddress } from './git-address.ts';
import { gitEnvironment } from './git-environment.ts';
import { GitError, toGitError } from './git-errors.ts';
import { abortReason, type GitOutput, runGit } from './git-process.ts';
import { type LocalCall, MAX_OUTPUT_BYTES, PROCESS_LIMITS } from './local-git.ts';

/** Address and credentials of a repository. Stays in memory for one request. */
export interface GitConnection {
  gitUrl: string;
  username: string;
  password: string;
  /** Folder of the repository that takes the place of all of it. */
  folder?: string | undefined;
}

/** Identifies what is exchanged with a repository: its address in one spelling, and the folder. */
export function placeOf({ gitUrl, folder }: Pick<GitConnection, 'gitUrl' | 'folder'>): string {
  const { url } = readGitAddress(gitUrl);
  // No address that was typed has a fragment.
  return folder ? `${url}#${folder}` : url;
}

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

export function createRemoteSession(guard: AddressGuard, connection: GitConnection): RemoteSession {
  const { url, protocol, host } = readGitAddress(connection.gitUrl);
  const { username, password } = connection;
  if (/[\0\r\n]/.test(username + password)) {
    throw new GitError('CREDENTIALS_REFUSED', 'The username and password must not contain line breaks.');
  }
  async function run({ limits, environment, ...call }: RemoteCall): Promise<GitOutput> {
    const cut = new AbortController();
    const signal = AbortSignal.any([call.signal, cut.signal]);
    await using proxy = await openGuardedProxy(
      guard,
      { ...limits, maxConnections: MAX_CONNECTIONS, connectTimeoutMs: CONNECT_TIMEOUT_MS },
      (error) => cut.abort(toGitError(error)),
    );
    const credentials = { protocol, host, username, password };
    const network = { credentials, proxyUrl: proxy.url, remoteUrl: url };
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
        secrets: [password, proxy.url, ...(TOKEN.test(username) ? [username] : [])],
      });
      if (output.code !== 0 && proxy.failure !== undefined) throw toGitError(proxy.failure);
      return output;
    } catch (error) {
      if (call.signal.aborted) throw abortReason(call.signal);
      // The proxy knows better than git why a connection failed.
      throw proxy.failure === undefined ? error : toGitError(proxy.failure);
    }
  }
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
        if (!(error instanceof GitError) || error.hostStatus !== UNAVAILABLE) throw error;
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
