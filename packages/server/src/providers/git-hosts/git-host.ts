import type { GitHostKind } from '@atrium/contract/connections/automation';
import { type AddressPolicy, createAddressGuard } from '@atrium/host/outbound/address-guard';
import { createGuardedRequest } from '@atrium/host/outbound/guarded-request';
import { OutboundError } from '@atrium/host/outbound/outbound-error';
import type { z } from 'zod';
import { readGitAddress } from '../git/git-address.ts';
import { type CommitStatus, GIT_HOST_DIALECTS, type HostCall, knownHostKind } from './git-host-dialects.ts';

/** A page of 100 comments with long texts. */
const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

/** A refused or unanswered call of a host's API. `message` is for people and contains no response body. */
export class GitHostError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GitHostError';
  }
}

interface GitHostAccess {
  kind: GitHostKind;
  /** Address of the repository over https. */
  gitUrl: string;
  username: string;
  /** An access token. */
  password: string;
}

/** A repository at its host's REST API. All methods throw GitHostError. */
export interface GitHostRepository {
  setStatus(commit: string, status: CommitStatus): Promise<void>;
  /** Writes the one comment that ends with the line `marker`, or replaces its text. */
  writeComment(request: number, marker: string, text: string): Promise<void>;
}

export interface GitHosts {
  open(access: GitHostAccess): GitHostRepository;
}

/** Calls APIs of git hosts through the guarded client. `policy` is the one of git. */
export function createGitHosts({ hosts, ...policy }: AddressPolicy): GitHosts {
  const apiHosts = hosts?.flatMap((host) => {
    const kind = knownHostKind(host);
    return kind === undefined ? [host] : [host, new URL(GIT_HOST_DIALECTS[kind].api(host)).hostname];
  });
  const guard = createAddressGuard({ ...policy, hosts: apiHosts });
  const request = createGuardedRequest(guard, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });

  return {
    open({ kind, gitUrl, username, password }) {
      const address = readGitAddress(gitUrl);
      const dialect = GIT_HOST_DIALECTS[kind];
      // Plain http is only for hosts at private addresses; the guarded client checks it.
      const root = dialect.api(address.host).replace(/^https:/, address.protocol);
      const repository = new URL(address.url).pathname.replace(/^\/+|(?:\.git)?\/*$/g, '');

      async function call({ method, path, body }: HostCall): Promise<Response> {
        const headers = {
          accept: 'application/json',
          'user-agent': 'Atrium',
          ...dialect.authorization({ username, password }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        };
        let response: Response;
        try {
          const text = body === undefined ? undefined : JSON.stringify(body);
          response = await request(root + path, { method, headers, body: text });
        } catch (error) {
          if (!(error instanceof OutboundError)) throw error;
          throw new GitHostError(`The API of ${dialect.name} cannot be reached.`, { cause: error });
        }
        if (!response.ok) throw refusal(dialect.name, response);
        return response;
      }

      async function read<Result>(wanted: HostCall & { read: z.ZodType<Result> }): Promise<Result> {
        const response = await call(wanted);
        const parsed = wanted.read.safeParse(await response.json().catch(() => undefined));
        if (parsed.success) return parsed.data;
        throw new GitHostError(`The API of ${dialect.name} sent an unexpected response.`, {
          cause: parsed.error,
        });
      }

      return {
        async setStatus(commit, status) {
          await call(dialect.setStatus(repository, commit, status));
        },
        async writeComment(number, marker, text) {
          const comments = await read(dialect.listComments(repository, number));
          // A quote of the comment by a person contains the marker too, but not as its last line.
          const own = comments.find(({ text: each }) => each.trimEnd().split(/\r?\n/).at(-1) === marker);
          const marked = `${text}\n\n${marker}`;
          if (own?.text === marked) return;
          await call(
            own === undefined
              ? dialect.addComment(repository, number, marked)
              : dialect.changeComment(repository, number, own.id, marked),
          );
        },
      };
    },
  };
}

function refusal(host: string, { status, headers }: Response): GitHostError {
  const isThrottled =
    status === 429 || headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0';
  if (isThrottled) return new GitHostError(`${host} answers no more calls of this token for now.`);
  switch (status) {
    case 401:
      return new GitHostError(`${host} refused the token. Enter a new one in the connection.`);
    case 403:
      return new GitHostError(`The token may not do this at ${host}. Give it the permission there.`);
    case 404:
      return new GitHostError(`${host} has no such repository, or the token may not see it.`);
    default:
      return new GitHostError(`The API of ${host} answered with status ${status}.`);
  }
}
