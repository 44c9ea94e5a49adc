import type { GitHostKind } from '@atrium/contract/connections/automation';
import { type AddressPolicy, createAddressGuard } from '@atrium/host/outbound/address-guard';
import { createGuardedRequest } from '@atrium/host/outbound/guarded-request';
import { OutboundError } from '@atrium/host/outbound/outbound-error';
import { z } from 'zod';
import { readGitAddress } from '../git/git-address.ts';
import { callApi, isThrottled, parseBody } from './api-call.ts';
import {
  apiRootOf,
  type CommitStatus,
  GIT_HOST_DIALECTS,
  type HostCall,
  type HostWebhook,
  knownHostKind,
  type NewRequest,
  type OpenRequest,
} from './git-host-dialects.ts';

/** A page of 100 comments with long texts. */
const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 15_000;
/** GitLab and Gitea accept no longer titles. */
const MAX_TITLE = 255;

/**
 * A refused or unanswered call of a host's API. `message` is for people; of the response, it contains nothing but the reason why
 * a request is not opened or a webhook not added.
 */
export class GitHostError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GitHostError';
  }
}

/** A call that the host understood, and refuses for a reason in its response. */
class RefusedCall extends GitHostError {
  readonly response: Response;

  constructor(message: string, response: Response) {
    super(message);
    this.response = response;
  }
}

interface GitHostAccess {
  kind: GitHostKind;
  /** Address of the repository over https. */
  gitUrl: string;
  username: string;
  /** An access token. */
  password: string;
  /** Called if the host refuses the token; returns the sentence for people. */
  onRefused?: (() => Promise<string>) | undefined;
}

/** A repository at its host's REST API. All methods throw GitHostError. */
export interface GitHostRepository {
  setStatus(commit: string, status: CommitStatus): Promise<void>;
  /** Writes the one comment that ends with the line `marker`, or replaces its text. */
  writeComment(request: number, marker: string, text: string): Promise<void>;
  /** Returns the open request from one branch into another one, or opens it. The address is on the host of the repository. */
  openRequest(request: NewRequest): Promise<OpenRequest>;
  /** Adds the webhook, or changes the one with the same address. */
  setWebhook(webhook: HostWebhook): Promise<void>;
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
    open({ kind, gitUrl, username, password, onRefused }) {
      const address = readGitAddress(gitUrl);
      const dialect = GIT_HOST_DIALECTS[kind];
      const root = apiRootOf(kind, address);
      const repository = new URL(address.url).pathname.replace(/^\/+|(?:\.git)?\/*$/g, '');

      async function call({ method, path, body }: HostCall): Promise<Response> {
        const authorization = dialect.authorization({ username, password });
        let response: Response;
        try {
          response = await callApi(request, root + path, { method, authorization, body });
        } catch (error) {
          if (!(error instanceof OutboundError)) throw error;
          throw new GitHostError(`The API of ${dialect.name} cannot be reached.`, { cause: error });
        }
        if (response.status === 401 && onRefused !== undefined) throw new GitHostError(await onRefused());
        if (!response.ok) throw refusal(dialect.name, response);
        return response;
      }

      async function read<Result>(wanted: HostCall & { read: z.ZodType<Result> }): Promise<Result> {
        const parsed = await parseBody(await call(wanted), wanted.read);
        if (parsed.success) return parsed.data;
        throw new GitHostError(`The API of ${dialect.name} sent an unexpected response.`, {
          cause: parsed.error,
        });
      }

      const findRequest = async (wanted: NewRequest): Promise<OpenRequest | undefined> =>
        (await read(dialect.findRequest(repository, wanted)))[0];

      async function addRequest(wanted: NewRequest): Promise<OpenRequest> {
        try {
          return await read(dialect.openRequest(repository, wanted));
        } catch (error) {
          if (!(error instanceof RefusedCall)) throw error;
          // Another call may have opened it in between.
          const found = await findRequest(wanted);
          if (found) return found;
          const reason = await readReason(error.response, [password]);
          throw new GitHostError(`${dialect.name} opens no request: ${reason ?? error.message}`);
        }
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
        async openRequest(request) {
          const wanted = { ...request, title: request.title.slice(0, MAX_TITLE) };
          const opened = (await findRequest(wanted)) ?? (await addRequest(wanted));
          if (isOnHost(opened.url, new URL(address.url).hostname)) return opened;
          throw new GitHostError(`${dialect.name} opened the request at an address of another host.`);
        },
        async setWebhook(webhook) {
          const listed = await read(dialect.listWebhooks(repository));
          const own = listed.find(({ url }) => url === webhook.url);
          try {
            await call(
              own === undefined
                ? dialect.addWebhook(repository, webhook)
                : dialect.changeWebhook(repository, own.id, webhook),
            );
          } catch (error) {
            if (!(error instanceof RefusedCall)) throw error;
            const reason = await readReason(error.response, [password, webhook.secret]);
            throw new GitHostError(`${dialect.name} adds no webhook: ${reason ?? error.message}`);
          }
        },
      };
    },
  };
}

function refusal(host: string, response: Response): GitHostError {
  if (isThrottled(response)) return new GitHostError(`${host} answers no more calls of this token for now.`);
  const { status } = response;
  switch (status) {
    case 401:
      return new GitHostError(`${host} refused the token. Enter a new one in the connection.`);
    case 403:
      return new GitHostError(`The token may not do this at ${host}. Give it the permission there.`);
    case 404:
      return new GitHostError(`${host} has no such repository, or the token may not do this in it.`);
    case 400:
    case 409:
    case 422:
      return new RefusedCall(`The API of ${host} answered with status ${status}.`, response);
    default:
      return new GitHostError(`The API of ${host} answered with status ${status}.`);
  }
}

const MAX_REASON = 200;

const Reasons = z
  .object({
    message: z.union([z.string(), z.array(z.string())]).optional(),
    /** GitHub; its `message` only says that validation failed. */
    errors: z
      .array(z.object({ message: z.string() }))
      .optional()
      .catch(undefined),
    /** Bitbucket. */
    error: z.object({ message: z.string() }).optional().catch(undefined),
  })
  .transform(({ message, errors, error }) => [
    ...(errors?.map((each) => each.message) ?? [message ?? []].flat()),
    ...(error ? [error.message] : []),
  ]);

async function readReason(response: Response, secrets: readonly string[]): Promise<string | undefined> {
  const { data: reasons } = await parseBody(response, Reasons);
  const text = reasons
    ?.join('; ')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON);
  return text && !secrets.some((secret) => text.includes(secret)) ? text : undefined;
}

function isOnHost(text: string, hostname: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname === hostname &&
    url.username + url.password === ''
  );
}
