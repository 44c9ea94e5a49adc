import { limitOf } from '@atrium/contract/limits/limit';
import type { InvocationDetails } from '@atrium/contract/service-api/invocations';
import type { FunctionFailure } from '@atrium/contract/service-api/invoke';
import { sourceFileName } from '@atrium/contract/service-api/item-file-names';
import { targetOf } from '@atrium/contract/service-api/usage-target';
import { CallerLeftError, NotFoundError, UnavailableError } from '@atrium/host/errors';
import type { LiveConfigurations } from '../configuration/live-configuration.service.ts';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import type { Caller } from '../host/service-token.ts';
import type { InvocationLog } from '../invocations/invocation-log.service.ts';
import type { EndedCall } from '../invocations/logged-call.ts';
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
  left: Cancellation;
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
      const result = await this.#callLogged({ caller, live, name, input, metric: 'invoke', left });
      if (result.failure) throw toError(result);
      return result.result;
    });
  }

  /** Calls a function for a person who wants to see how it does; a failure is an answer, too. */
  async try(caller: Caller, name: string, input: string, left: Cancellation): Promise<InvocationDetails> {
    const { log } = this.#parts;
    const details = await this.#turns.run(caller.domainId, async () => {
      const call = { caller, live: await this.#getLive(caller), name, input, metric: 'invoke', left };
      return log.recordTried(this.#ended(call, await this.#call(call)));
    });
    // Who looks at the log next finds the call there.
    await log.flush().catch(() => undefined);
    return details;
  }

  /** Calls the functions of all rules that match, one after the other; one that fails stops none. */
  emit(caller: Caller, event: string, input: string, left: Cancellation): Promise<HandledEvent[]> {
    return this.#turns.run(caller.domainId, async () => {
      const live = await this.#getLive(caller);
      const handled: HandledEvent[] = [];
      for (const rule of matchRules(live, event)) {
        const call = { caller, live, name: rule.function, input, metric: 'event', event, left };
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
      const result = await this.#callLogged(call);
      if (result.failure) return { ...head, status: 'FAIL', error: toFailure(result) };
      return { ...head, status: 'OK', result: JSON.parse(result.result) };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      const failure = { name: 'NotFound', message: error.message, stack: [], console: '' };
      return { ...head, status: 'FAIL', error: failure };
    }
  }

  async #callLogged(call: Call): Promise<SandboxResult> {
    const result = await this.#call(call);
    this.#parts.log.record(this.#ended(call, result));
    return result;
  }

  async #call(call: Call): Promise<SandboxResult> {
    const { caller, live, name, input, event, left } = call;
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
    await this.#record(call, result);
    return result;
  }

  #ended({ caller, live, name, input, event }: Call, result: SandboxResult): EndedCall {
    const { domainId, userId, limits } = caller;
    const { serviceId } = this.#parts;
    const ofCaller = { domainId, serviceId, userId, limitBytes: limitOf('logBytes', limits) };
    return { ...ofCaller, function: name, event: event ?? null, version: live.version, input, result };
  }

  async #record({ caller, name, metric }: Call, result: SandboxResult): Promise<void> {
    const { meter, serviceId } = this.#parts;
    const { domainId, userId } = caller;
    const { durationMs, memoryBytes, nestedCalls } = result;
    const used = { identity: { domainId, userId, serviceId }, target: targetOf(name) };
    // Functions called by functions are counted with the one that was called first, as are their time and memory.
    if (nestedCalls > 0) {
      this.#parts.invocations.count(domainId, nestedCalls);
      await meter.record({ ...used, metric: 'call', calls: nestedCalls, durationMs: 0, memoryBytes: 0 });
    }
    await meter.record({ ...used, metric, calls: 1, durationMs, memoryBytes });
  }
}
