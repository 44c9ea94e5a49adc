import type { Endpoint, EndpointRequest, EndpointResponse } from '@atrium/contract/endpoint';
import {
  countLatestInvocations,
  type LatestCounts,
} from '@atrium/contract/service-api/functions/invocation-counts';
import { listInvocations } from '@atrium/contract/service-api/functions/invocations';
import type { LatestCalls } from '@atrium/contract/services/calls';
import { AppError } from '@atrium/host/errors';
import type { Caller } from '../http/caller.ts';
import { BRIEF_TIMEOUT_MS } from './service-client.ts';
import type { Services } from './services.service.ts';

interface Parts {
  services: Pick<Services, 'listRegistered' | 'getClient'>;
}

interface Asked<Returned> {
  answers: Returned[];
  unanswered: string[];
}

/** Calls of all services together. A service that does not answer holds up no other one. */
export class Calls {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async getLatest(caller: Caller): Promise<LatestCalls> {
    const { answers, unanswered } = await this.#ask(caller, countLatestInvocations, {});
    return { ...sum(answers), unanswered };
  }

  /** Whether the caller has called a function, of those calls that are still in the logs. */
  async hasOwn(caller: Caller): Promise<boolean> {
    const query = { userId: caller.userId, size: '1' };
    const { answers } = await this.#ask(caller, listInvocations, { query });
    return answers.some(({ content }) => content.length > 0);
  }

  async #ask<E extends Endpoint>(
    caller: Caller,
    endpoint: E,
    request: EndpointRequest<E>,
  ): Promise<Asked<EndpointResponse<E>>> {
    const { services } = this.#parts;
    const client = services.getClient(caller);
    const asked: Asked<EndpointResponse<E>> = { answers: [], unanswered: [] };
    await Promise.all(
      (await services.listRegistered()).map(async ({ id, name }) => {
        try {
          asked.answers.push(await client.call(id, endpoint, request, { timeoutMs: BRIEF_TIMEOUT_MS }));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          // A service need not have a log of calls.
          if (error.kind !== 'notFound') asked.unanswered.push(name);
        }
      }),
    );
    return asked;
  }
}

/** The longest of their times holds for nineteen of twenty calls of all of them. */
function sum(counts: readonly LatestCounts[]): LatestCounts {
  const times = counts.flatMap(({ p95Ms }) => p95Ms ?? []);
  return {
    calls: total(counts.map(({ calls }) => calls)),
    errors: total(counts.map(({ errors }) => errors)),
    p95Ms: times.length === 0 ? null : Math.max(...times),
  };
}

/** No more than a number can tell exactly, whatever a service says of itself. */
function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => Math.min(sum + count, Number.MAX_SAFE_INTEGER), 0);
}
