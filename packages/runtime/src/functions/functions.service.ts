import { sourceFileName } from '@atrium/contract/service-api/configuration-file';
import type { FunctionFailure } from '@atrium/contract/service-api/invoke';
import { LIVE_TARGET } from '@atrium/contract/service-api/usage';
import type { LiveConfiguration, LiveConfigurations } from '../configuration/live-configuration.ts';
import { NotFoundError, UnprocessableError } from '../host/errors.ts';
import type { Caller } from '../host/service-token.ts';
import type { Meter } from '../metering/meter.ts';
import { type Sandbox } from '../sandbox/sandbox.ts';
import { type SandboxResult } from '../sandbox/sandbox-call.ts';
import { matchRules } from './rules.ts';
import { type HostOperation, runInSandbox } from './sandbox-calls.ts';

export const FUNCTIONS_FOLDER = 'functions';

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
  async function call(
    caller: Caller,
    configuration: LiveConfiguration,
    name: string,
    input: string,
    options: { metric: string; event?: string },
  ): Promise<SandboxResult> {
    const path = `${FUNCTIONS_FOLDER}/${sourceFileName(name)}`;
    if (!configuration.sources.has(path)) throw new NotFoundError(`There is no function ${name}.`);
    if (configuration.metadata.get(`${FUNCTIONS_FOLDER}/${name}`)?.['disabled'] === true) {
      throw new NotFoundError(`The function ${name} is disabled.`);
    }
    const result = await runInSandbox(sandbox, {
      kind: 'function',
      serviceId,
      caller,
      live: configuration,
      path,
      input,
      operations,
      ...(options.event !== undefined && { event: options.event }),
    });
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
    async invoke(caller: Caller, name: string, input: string): Promise<string> {
      const configuration = await live.get({ domainId: caller.domainId, serviceId });
      const result = await call(caller, configuration, name, input, { metric: 'invoke' });
      if (result.failure) throw toError(result);
      return result.result;
    },

    /** Calls the functions of all rules that match, one after the other; one that fails stops none. */
    async emit(caller: Caller, event: string, input: string): Promise<HandledEvent[]> {
      const configuration = await live.get({ domainId: caller.domainId, serviceId });
      const handled: HandledEvent[] = [];
      for (const rule of matchRules(configuration, event)) {
        const head = { rule: rule.name, function: rule.function };
        try {
          const result = await call(caller, configuration, rule.function, input, { metric: 'event', event });
          if (result.failure) handled.push({ ...head, status: 'FAIL', error: toFailure(result) });
          else handled.push({ ...head, status: 'OK', result: JSON.parse(result.result) });
        } catch (error) {
          if (!(error instanceof NotFoundError)) throw error;
          const failure = { name: 'NotFound', message: error.message, stack: [], console: '' };
          handled.push({ ...head, status: 'FAIL', error: failure });
        }
      }
      return handled;
    },
  };
}

export type FunctionsService = ReturnType<typeof createFunctionsService>;

export function toFailure({ failure, console }: SandboxResult): FunctionFailure {
  return { ...(failure ?? { name: 'Error', message: '', stack: [] }), console };
}

function toError(result: SandboxResult): UnprocessableError {
  const failure = toFailure(result);
  const place = failure.file === undefined ? '' : ` (${failure.file}:${failure.line}:${failure.column})`;
  return new UnprocessableError(`${failure.name}: ${failure.message}${place}`, failure);
}
