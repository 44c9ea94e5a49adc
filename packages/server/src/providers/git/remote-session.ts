import { join } from 'node:path';
import type { AddressGuard } from './address-guard.ts';
import { readGitAddress } from './git-address.ts';
import { gitEnvironment } from './git-environment.ts';
import { GitError } from './git-errors.ts';
import { abortReason, type GitOutput, runGit } from './git-process.ts';
import { openGuardedProxy } from './guarded-proxy.ts';
import { type LocalCall, MAX_OUTPUT_BYTES, PROCESS_LIMITS } from './local-git.ts';

/** Where a repository is and how to sign in to it. Lives in memory for one request. */
export interface GitConnection {
  gitUrl: string;
  username: string;
  password: string;
}

/** What some hosts take as the username. Other names, such as `git`, are words of addresses and of what git says. */
const TOKEN = /^(?=.*\d)(?=.*[A-Za-z])[\w-]{20,}$/;

const CONNECT_TIMEOUT_MS = 10_000;

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
  return {
    async remote({ limits, environment, ...call }) {
      const cut = new AbortController();
      const signal = AbortSignal.any([call.signal, cut.signal]);
      await using proxy = await openGuardedProxy(
        guard,
        { ...limits, connectTimeoutMs: CONNECT_TIMEOUT_MS },
        (error) => cut.abort(error),
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
        if (output.code !== 0 && proxy.failure !== undefined) throw proxy.failure;
        return output;
      } catch (error) {
        if (call.signal.aborted) throw abortReason(call.signal);
        // The proxy knows better than git why a connection failed.
        throw proxy.failure ?? error;
      }
    },
  };
}
