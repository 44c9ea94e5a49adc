import { limitOf } from '@atrium/contract/limits/limit';
import type { InvocationDetails, InvocationSource } from '@atrium/contract/service-api/invocations';
import type { FunctionFailure } from '@atrium/contract/service-api/invoke';
import { sourceFileName } from '@atrium/contract/service-api/item-file-names';
import { LIVE_TARGET } from '@atrium/contract/service-api/usage';
import { CallerLeftError, NotFoundError, UnavailableError } from '@atrium/host/errors';
import type { LiveConfigurations } from '../configuration/live-configuration.service.ts';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import type { Caller } from '../host/service-token.ts';
import type { InvocationLog } from '../invocations/invocation-log.service.ts';
import type { Meter } from '../metering/meter.ts';
import type { Cancellation } from '../sandbox/cancellation.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { SandboxResult } from '../sandbox/sandbox-call.ts';
import type { Invocations } from '../storage/invocation.service.ts';
import { DomainTurns } from './domain-turns.ts';
import { toError, toFailure } from './function-failure.ts';
import { matchRules, type Rule } from './rules.ts';
import { type HostOperation, runInSandbox } from './sandbox-calls.ts';

const FUNCTIONS_FOLDER = 'functions';

/** A call from a customer's program. */
const API = { metric: 'invoke', source: 'API' } as const;

interface Parts {
  serviceId: string;
  sandbox: Sandbox;
  live: LiveConfigurations;
  meter: Meter;
  invocations: Invocations;
  log: InvocationLog;
  operations: ReadonlyMap<string, HostOperation>;
}

interface Call {
  caller: Caller;
  live: LiveConfiguration;
  name: string;
  /** JSON. */
  input: string;
  metric: string;
  event?: string;
  source: InvocationSource;
  left: Cancellation;
}

/** A call that has ended, with what the log says of it. */
interface Ended {
  result: SandboxResult;
  details: InvocationDetails;
}

export interface HandledEvent {
  rule: string;
  function: string;
  status: 'OK' | 'FAIL';
  result?: unknown;
  error?: FunctionFailure;
}

export class Functions {
  readonly #parts: Parts;
  readonly #turns = new DomainTurns();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** JSON of what the function returned. */
  invoke(caller: Caller, name: string, input: string, left: Cancellation): Promise<string> {
    return this.#turns.run(caller.domainId, async () => {
      const live = await this.#getLive(caller);
      const { result } = await this.#call({ ...API, caller, live, name, input, left });
      if (result.failure) throw toError(result);
      return result.result;
    });
  }

  /** Calls a function for a person who wants to see how it does; a failure is an answer, too. */
  try(caller: Caller, name: string, input: string, left: Cancellation): Promise<InvocationDetails> {
    return this.#turns.run(caller.domainId, async () => {
      const live = await this.#getLive(caller);
      const call = { ...API, source: 'CONSOLE' as const, caller, live, name, input, left };
      const { details } = await this.#call(call);
      // Who looks at the log next finds the call there.
      await this.#parts.log.flush().catch(() => undefined);
      return details;
    });
  }

  /** Calls the functions of all rules that match, one after the other; one that fails stops none. */
  emit(caller: Caller, event: string, input: string, left: Cancellation): Promise<HandledEvent[]> {
    return this.#turns.run(caller.domainId, async () => {
      const live = await this.#getLive(caller);
      const handled: HandledEvent[] = [];
      for (const rule of matchRules(live, event)) {
        const call = { ...API, caller, live, name: rule.function, input, metric: 'event', event, left };
        handled.push(await this.#handle(rule, call));
      }
      return handled;
    });
  }

  #getLive({ domainId }: Caller): Promise<LiveConfiguration> {
    const { live, serviceId } = this.#parts;
    return live.get({ domainId, serviceId });
  }

  async #handle(rule: Rule, call: Call): Promise<HandledEvent> {
    const head = { rule: rule.name, function: rule.function };
    try {
      const { result } = await this.#call(call);
      if (result.failure) return { ...head, status: 'FAIL', error: toFailure(result) };
      return { ...head, status: 'OK', result: JSON.parse(result.result) };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      const failure = { name: 'NotFound', message: error.message, stack: [], console: '' };
      return { ...head, status: 'FAIL', error: failure };
    }
  }

  async #call(call: Call): Promise<Ended> {
    const { caller, live, name, input, metric, event, left } = call;
    const { serviceId, sandbox, operations } = this.#parts;
    const path = `${FUNCTIONS_FOLDER}/${sourceFileName(name)}`;
    if (!live.sources.has(path)) throw new NotFoundError(`There is no function ${name}.`);
    if (live.metadata.get(`${FUNCTIONS_FOLDER}/${name}`)?.['disabled'] === true) {
      throw new NotFoundError(`The function ${name} is disabled.`);
    }
    this.#parts.invocations.take(caller);
    // What has begun is finished and billed; what no one waits for any more need not begin.
    const result = await runInSandbox(sandbox, {
      kind: 'function',
      serviceId,
      caller,
      live,
      path,
      input,
      operations,
      ...(event !== undefined && { event }),
      cancellation: left,
      isOnlyCanceledWaiting: true,
    });
    if (result.isRefused) throw new UnavailableError('Functions cannot be run at the moment.', 1);
    if (result.failure?.name === 'Canceled' && left.isCanceled) throw new CallerLeftError();
    await this.#record(caller, metric, result);
    return { result, details: this.#keep(call, result) };
  }

  #keep({ caller, live, name, input, event, source }: Call, result: SandboxResult): InvocationDetails {
    const { log, serviceId } = this.#parts;
    const { domainId, userId, limits } = caller;
    const ofCaller = { domainId, serviceId, userId, limitBytes: limitOf('logBytes', limits) };
    const { version } = live;
    return log.record({ ...ofCaller, function: name, event: event ?? null, version, source, input, result });
  }

  async #record({ domainId, userId }: Caller, metric: string, result: SandboxResult): Promise<void> {
    const { meter, serviceId } = this.#parts;
    const { durationMs, memoryBytes, nestedCalls } = result;
    const call = { identity: { domainId, userId, serviceId }, target: LIVE_TARGET };
    // Functions called by functions are counted; their time and memory are part of the outer call's.
    if (nestedCalls > 0) {
      this.#parts.invocations.count(domainId, nestedCalls);
      await meter.record({ ...call, metric: 'call', calls: nestedCalls, durationMs: 0, memoryBytes: 0 });
    }
    await meter.record({ ...call, metric, calls: 1, durationMs, memoryBytes });
  }
}
