import { type AddressPolicy, createAddressGuard } from '@atrium/host/outbound/address-guard';
import { createGuardedRequest, type GuardedRequest } from '@atrium/host/outbound/guarded-request';
import { OutboundError } from '@atrium/host/outbound/outbound-error';
import type { z } from 'zod';
import { callApi, isThrottled, parseBody } from '../git-hosts/api-call.ts';
import { GitAppError, revoked } from './git-app.ts';

/** A page of 100 repositories. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Less than a statement waits for the row of a connection whose token is renewed. */
const TIMEOUT_MS = 8_000;

interface ApiCall<Result> {
  path: string;
  token: string;
  /** Sent with POST. */
  body?: object;
  read: z.ZodType<Result>;
  /** Sentences by status, instead of the usual ones. */
  refusals?: Readonly<Record<number, string>>;
}

/** Requests to one host. */
export interface AppRequests {
  send: GuardedRequest;
  /** Undefined for 404. Throws GitAppError. */
  find<Result>(call: ApiCall<Result>): Promise<Result | undefined>;
  read<Result>(call: ApiCall<Result>): Promise<Result>;
}

interface Host {
  name: string;
  /** Root of the REST API. */
  api: string;
  /** Addresses that may be called. */
  hosts: string[];
}

export const unreachable = (name: string, cause?: unknown) =>
  new GitAppError(`${name} cannot be reached. Please try again in a moment.`, { cause });

export function createAppRequests(policy: AddressPolicy, { name, api, hosts }: Host): AppRequests {
  const guard = createAddressGuard({ ...policy, hosts });
  const request = createGuardedRequest(guard, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
  const send: GuardedRequest = async (address, options) => {
    try {
      return await request(address, options);
    } catch (error) {
      if (error instanceof OutboundError) throw unreachable(name, error);
      throw error;
    }
  };

  async function find<Result>({
    path,
    token,
    body,
    read,
    refusals = {},
  }: ApiCall<Result>): Promise<Result | undefined> {
    const method = body === undefined ? 'GET' : 'POST';
    const authorization = { authorization: `Bearer ${token}` };
    const response = await callApi(send, api + path, { method, authorization, body });
    if (response.status === 404) return undefined;
    if (!response.ok) throw refusal(name, response, refusals);
    const parsed = await parseBody(response, read);
    if (parsed.success) return parsed.data;
    throw new GitAppError(`The API of ${name} sent an unexpected response.`, { cause: parsed.error });
  }

  return {
    send,
    find,
    async read(call) {
      const found = await find(call);
      if (found === undefined) throw new GitAppError(`The API of ${name} answered with status 404.`);
      return found;
    },
  };
}

function refusal(name: string, response: Response, refusals: Readonly<Record<number, string>>): GitAppError {
  if (isThrottled(response))
    return new GitAppError(`${name} answers no more calls for now. Please try again later.`);
  const { status } = response;
  const sentence = refusals[status];
  if (sentence !== undefined) return new GitAppError(sentence);
  if (status === 401) return revoked(name);
  if (status === 403)
    return new GitAppError(`${name} does not allow this to the app, or to the account that connected it.`);
  return new GitAppError(`The API of ${name} answered with status ${status}.`);
}
