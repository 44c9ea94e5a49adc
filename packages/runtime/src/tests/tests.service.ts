import { type ServiceTest, type ServiceTestLine, TESTS_FOLDER } from '@atrium/contract/service-api/tests';
import { TEST_TARGET } from '@atrium/contract/service-api/usage';
import type { LiveConfiguration, LiveConfigurations } from '../configuration/live-configuration.ts';
import { toFailure } from '../functions/functions.service.ts';
import { runInSandbox } from '../functions/sandbox-calls.ts';
import type { Caller } from '../host/service-token.ts';
import type { Meter } from '../metering/meter.ts';
import { type Sandbox } from '../sandbox/sandbox.ts';
import { type SandboxResult } from '../sandbox/sandbox-call.ts';
import type { TestWorkspaces } from './test-workspace.ts';

/** Tests of one run that are given to the sandbox at the same time; it has fewer workers than this. */
const PARALLEL_TESTS = 4;

export interface TestsOptions {
  serviceId: string;
  sandbox: Sandbox;
  live: LiveConfigurations;
  meter: Meter;
  workspaces: TestWorkspaces;
  now: () => Date;
}

export interface RunRequest {
  runId: string;
  tests?: string[] | undefined;
  userId?: string | null | undefined;
  stopOnError: boolean;
}

interface ActiveRun {
  domainId: string;
  all: AbortController;
  tests: Map<string, AbortController>;
}

type Emit = (line: ServiceTestLine) => void;

export function createTestsService({ serviceId, sandbox, live, meter, workspaces, now }: TestsOptions) {
  const active = new Map<string, ActiveRun>();

  async function runOne(
    caller: Caller,
    configuration: LiveConfiguration,
    test: ServiceTest,
    signal: AbortSignal,
    emit: Emit,
  ): Promise<SandboxResult> {
    const startedAt = now().toISOString();
    emit({ id: test.id, status: 'RUNNING', startedAt, durationMs: null });
    await using workspace = workspaces.open(caller.domainId);
    const result = await runInSandbox(sandbox, {
      kind: 'test',
      serviceId,
      caller,
      live: configuration,
      path: `${test.id}.js`,
      input: '',
      operations: workspace.operations,
      signal,
    });
    const identity = { domainId: caller.domainId, userId: caller.userId, serviceId };
    const { durationMs, memoryBytes, failure } = result;
    const calls = 1;
    await meter.record({ identity, metric: 'test', target: TEST_TARGET, calls, durationMs, memoryBytes });
    const status = failure === null ? 'OK' : failure.name === 'Canceled' ? 'CANCELED' : 'FAIL';
    emit({
      id: test.id,
      status,
      startedAt,
      durationMs: Math.round(durationMs * 1000) / 1000,
      result: failure === null ? JSON.parse(result.result) : toFailure(result),
      console: result.console,
    });
    return result;
  }

  return {
    async listTests(domainId: string): Promise<{ version: number; tests: ServiceTest[] }> {
      const configuration = await live.get({ domainId, serviceId });
      return { version: configuration.version, tests: testsOf(configuration) };
    },

    /** Runs tests of the live version; tells each change of state. `signal` cancels all of it. */
    async runTests(caller: Caller, request: RunRequest, emit: Emit, signal: AbortSignal): Promise<void> {
      const configuration = await live.get({ domainId: caller.domainId, serviceId });
      const known = new Map(testsOf(configuration).map((test) => [test.id, test]));
      const wanted = request.tests ?? [...known.keys()];
      const actor = request.userId ? { ...caller, userId: request.userId } : caller;
      const run: ActiveRun = { domainId: caller.domainId, all: new AbortController(), tests: new Map() };
      const onAbort = () => run.all.abort();
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) run.all.abort();
      active.set(request.runId, run);
      for (const id of wanted) run.tests.set(id, new AbortController());
      const count = { ok: 0, failed: 0, skipped: 0, canceled: 0 };
      let isStopped = false;
      const queue = [...wanted];

      const work = async () => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          const test = known.get(id);
          const own = run.tests.get(id);
          const waiting = { id, startedAt: null, durationMs: null };
          if (run.all.signal.aborted || own?.signal.aborted) {
            count.canceled += 1;
            emit({ ...waiting, status: 'CANCELED' });
          } else if (!test || test.disabled || isStopped) {
            count.skipped += 1;
            const result = test ? undefined : { message: 'There is no such test any more' };
            emit({ ...waiting, status: 'SKIPPED', ...(result && { result }) });
          } else {
            const either = AbortSignal.any([run.all.signal, ...(own ? [own.signal] : [])]);
            const { failure } = await runOne(actor, configuration, test, either, emit);
            if (failure === null) count.ok += 1;
            else if (failure.name === 'Canceled') count.canceled += 1;
            else count.failed += 1;
            if (failure && failure.name !== 'Canceled' && request.stopOnError) isStopped = true;
          }
        }
      };

      try {
        // After a failure nothing else may have begun when the run is to stop at the first one.
        await Promise.all(Array.from({ length: request.stopOnError ? 1 : PARALLEL_TESTS }, work));
        emit({ done: true, runId: request.runId, version: configuration.version, ...count });
      } finally {
        active.delete(request.runId);
        signal.removeEventListener('abort', onAbort);
      }
    },

    /** Cancels what runs in this process; other processes are told by the caller. */
    cancel(domainId: string, runId: string, id?: string): void {
      const run = active.get(runId);
      if (!run || run.domainId !== domainId) return;
      if (id === undefined) run.all.abort();
      else run.tests.get(id)?.abort();
    },
  };
}

export type TestsService = ReturnType<typeof createTestsService>;

function testsOf({ sources, metadata }: LiveConfiguration): ServiceTest[] {
  const tests: ServiceTest[] = [];
  for (const path of sources.keys()) {
    if (!path.startsWith(`${TESTS_FOLDER}/`)) continue;
    const id = path.slice(0, -'.js'.length);
    const folderPath = id.slice(0, id.lastIndexOf('/'));
    const fields = metadata.get(id) ?? {};
    const tags = Array.isArray(fields['tags']) ? fields['tags'].filter((tag) => typeof tag === 'string') : [];
    tests.push({
      id,
      name: id.slice(folderPath.length + 1),
      folderPath,
      fullPath: path,
      tags,
      disabled: fields['disabled'] === true,
    });
  }
  return tests.sort((a, b) => (a.id < b.id ? -1 : 1));
}
