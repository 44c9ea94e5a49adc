import type { FunctionFailure } from '@atrium/contract/service-api/invoke';
import { sourceFileName } from '@atrium/contract/service-api/item-file-names';
import { LIVE_TARGET } from '@atrium/contract/service-api/usage';
import { CallerLeftError, NotFoundError, UnavailableError, UnprocessableError } from '@atrium/host/errors';
import type { LiveConfiguration, LiveConfigurations } from '../configuration/live-configuration.ts';
import type { Caller } from '../host/service-token.ts';
import type { Meter } from '../metering/meter.ts';
import type { Cancellation } from '../sandbox/cancellation.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { SandboxResult } from '../sandbox/sandbox-call.ts';
import { matchRules } from './rules.ts';
import { type HostOperation, runInSandbox } from './sandbox-calls.ts';

const FUNCTIONS_FOLDER = 'functions';

/** Calls of one domain that may run or wait in one process: whatever it does, there is room for others. */
export const MAX_DOMAIN_CALLS = 128;

export interface FunctionsOptions {
  serviceId: string;
  sandbox: Sandbox;
  live: LiveConfigurations;
  meter: Meter;
  operations: ReadonlyMap<string, HostOperation>;
}

export interface HandledEvent {
  rule: string;
  function: string;
  status: 'OK' | 'FAIL';
  result?: unknown;
  error?: FunctionFailure;
}

export function createFunctionsService({ serviceId, sandbox, live, meter, operations }: FunctionsOptions) {
  const underWay = new Map<string, number>();

  async function inTurn<T>({ domainId }: Caller, work: () => Promise<T>): Promise<T> {
    const others = underWay.get(domainId) ?? 0;
    if (others >= MAX_DOMAIN_CALLS) {
      throw new UnavailableError('Too many calls are already waiting. Please try again in a moment.', 1);
    }
    underWay.set(domainId, others + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(domainId) ?? 1) - 1;
      if (left === 0) underWay.delete(domainId);
      else underWay.set(domainId, left);
    }
  }

  async function call(
    caller: Caller,
    configuration: LiveConfiguration,
    name: string,
    input: string,
    options: { metric: string; event?: string; left: Cancellation },
  ): Promise<SandboxResult> {
    const path = `${FUNCTIONS_FOLDER}/${sourceFileName(name)}`;
    if (!configuration.sources.has(path)) throw new NotFoundError(`There is no function ${name}.`);
    if (configuration.metadata.get(`${FUNCTIONS_FOLDER}/${name}`)?.['disabled'] === true) {
      throw new NotFoundError(`The function ${name} is disabled.`);
    }
    // What has begun is finished and billed; what no one waits for any more need not begin.
    const result = await runInSandbox(sandbox, {
      kind: 'function',
      serviceId,
      caller,
      live: configuration,
      path,
      input,
      operations,
      ...(options.event !== undefined && { event: options.event }),
      cancellation: options.left,
      isOnlyCanceledWaiting: true,
    });
    if (result.isRefused) throw new UnavailableError('Functions cannot be run at the moment.', 1);
    if (result.failure?.name === 'Canceled' && options.left.isCanceled) throw new CallerLeftError();
    const identity = { domainId: caller.domainId, userId: caller.userId, serviceId };
    const { durationMs, memoryBytes, nestedCalls } = result;
    const target = LIVE_TARGET;
    // Functions called by functions are counted; their time and memory are part of the outer call's.
    if (nestedCalls > 0) {
      await meter.record({
        identity,
        metric: 'call',
        target,
        calls: nestedCalls,
        durationMs: 0,
        memoryBytes: 0,
      });
    }
    await meter.record({ identity, metric: options.metric, target, calls: 1, durationMs, memoryBytes });
    return result;
  }

  return {
    /** JSON of what the function returned. */
    invoke(caller: Caller, name: string, input: string, left: Cancellation): Promise<string> {
      return inTurn(caller, async () => {
        const configuration = await live.get({ domainId: caller.domainId, serviceId });
        const result = await call(caller, configuration, name, input, { metric: 'invoke', left });
        if (result.failure) throw toError(result);
        return result.result;
      });
    },

    /** Calls the functions of all rules that match, one after the other; one that fails stops none. */
    emit(caller: Caller, event: string, input: string, left: Cancellation): Promise<HandledEvent[]> {
      return inTurn(caller, () => emitInTurn(caller, event, input, left));
    },
  };

  async function emitInTurn(
    caller: Caller,
    event: string,
    input: string,
    left: Cancellation,
  ): Promise<HandledEvent[]> {
    const configuration = await live.get({ domainId: caller.domainId, serviceId });
    const handled: HandledEvent[] = [];
    for (const rule of matchRules(configuration, event)) {
      const head = { rule: rule.name, function: rule.function };
      try {
        const options = { metric: 'event', event, left };
        const result = await call(caller, configuration, rule.function, input, options);
        if (result.failure) handled.push({ ...head, status: 'FAIL', error: toFailure(result) });
        else handled.push({ ...head, status: 'OK', result: JSON.parse(result.result) });
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        const failure = { name: 'NotFound', message: error.message, stack: [], console: '' };
        handled.push({ ...head, status: 'FAIL', error: failure });
      }
    }
    return handled;
  }
}

export type FunctionsService = ReturnType<typeof createFunctionsService>;

export function toFailure({ failure, console }: SandboxResult): FunctionFailure {
  return { ...(failure ?? { name: 'Error', message: '', stack: [] }), console };
}

function toError(result: SandboxResult): UnprocessableError {
  const failure = toFailure(result);
  const place = failure.file === undefined ? '' : ` (${failure.file}:${failure.line}:${failure.column})`;
  return new UnprocessableError(`${failure.name}: ${failure.message}${place}`, { details: failure });
}
