import type { ServiceTestLine } from '@atrium/contract/service-api/test-lines';
import { type ServiceTest, TESTS_FOLDER } from '@atrium/contract/service-api/tests';
import { TEST_TARGET } from '@atrium/contract/service-api/usage';
import { UnavailableError } from '@atrium/host/errors';
import type { LiveConfiguration, LiveConfigurations } from '../configuration/live-configuration.ts';
import { toFailure } from '../functions/functions.service.ts';
import { runInSandbox } from '../functions/sandbox-calls.ts';
import type { Caller } from '../host/service-token.ts';
import type { Meter } from '../metering/meter.ts';
import { Cancellation } from '../sandbox/cancellation.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { TestWorkspaces } from './test-workspace.ts';

/** Tests of one run that are given to the sandbox at the same time: enough to be sent several together. */
const PARALLEL_TESTS = 64;

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
  tests: Map<string, Cancellation>;
}

/** Where the lines of a run go. */
export interface LineSink {
  write(line: ServiceTestLine): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
}

export function createTestsService({ serviceId, sandbox, live, meter, workspaces, now }: TestsOptions) {
  const active = new Map<string, ActiveRun>();

  async function runOne(
    caller: Caller,
    configuration: LiveConfiguration,
    test: ServiceTest,
    cancellation: Cancellation,
    { write }: LineSink,
  ): Promise<'OK' | 'FAIL' | 'CANCELED'> {
    let startedAt: string | null = null;
    await using workspace = workspaces.open(caller.domainId);
    const result = await runInSandbox(sandbox, {
      kind: 'test',
      serviceId,
      caller,
      live: configuration,
      path: `${test.id}.js`,
      input: '',
      operations: workspace.operations,
      onStart: () => {
        startedAt ??= now().toISOString();
        write({ id: test.id, status: 'RUNNING', startedAt, durationMs: null });
      },
      cancellation,
    });
    // The platform retries what a broken stream leaves open; a refusal says nothing about the test.
    if (result.isRefused) throw new UnavailableError('Tests cannot be run at the moment.', 1);
    const { durationMs, memoryBytes, failure } = result;
    const isCanceled = failure?.name === 'Canceled' && cancellation.isCanceled;
    if (isCanceled && startedAt === null) {
      write({ id: test.id, status: 'CANCELED', startedAt, durationMs: null });
      return 'CANCELED';
    }
    const identity = { domainId: caller.domainId, userId: caller.userId, serviceId };
    const calls = 1;
    await meter.record({ identity, metric: 'test', target: TEST_TARGET, calls, durationMs, memoryBytes });
    const status = failure === null ? 'OK' : isCanceled ? 'CANCELED' : 'FAIL';
    write({
      id: test.id,
      status,
      startedAt,
      durationMs: Math.round(durationMs * 1000) / 1000,
      result: failure === null ? JSON.parse(result.result) : toFailure(result),
      console: result.console,
    });
    return status;
  }

  return {
    async listTests(domainId: string): Promise<{ version: number; tests: ServiceTest[] }> {
      const configuration = await live.get({ domainId, serviceId });
      return { version: configuration.version, tests: testsOf(configuration) };
    },

    /** Runs tests of the live version; reports each change of state. `leaving` cancels all of it. */
    async runTests(
      caller: Caller,
      request: RunRequest,
      lines: LineSink,
      leaving: Cancellation,
    ): Promise<void> {
      const configuration = await live.get({ domainId: caller.domainId, serviceId });
      const known = new Map(testsOf(configuration).map((test) => [test.id, test]));
      const wanted = request.tests ?? [...known.keys()];
      const actor = request.userId ? { ...caller, userId: request.userId } : caller;
      const run: ActiveRun = {
        domainId: caller.domainId,
        tests: new Map(wanted.map((id) => [id, new Cancellation()])),
      };
      leaving.onCancel(() => cancelAll(run));
      if (leaving.isCanceled) cancelAll(run);
      active.set(request.runId, run);
      const count = { OK: 0, FAIL: 0, SKIPPED: 0, CANCELED: 0 };
      let isStopped = false;
      const queue = run.tests.entries();

      const runNext = async (id: string, cancellation: Cancellation): Promise<keyof typeof count> => {
        const test = known.get(id);
        const waiting = { id, startedAt: null, durationMs: null };
        if (cancellation.isCanceled) {
          lines.write({ ...waiting, status: 'CANCELED' });
          return 'CANCELED';
        }
        if (test && !test.disabled && !isStopped) {
          return runOne(actor, configuration, test, cancellation, lines);
        }
        const result = test ? undefined : { message: 'There is no such test any more' };
        lines.write({ ...waiting, status: 'SKIPPED', ...(result && { result }) });
        return 'SKIPPED';
      };

      const work = async () => {
        for (const [id, cancellation] of queue) {
          const status = await runNext(id, cancellation);
          count[status] += 1;
          if (status === 'FAIL' && request.stopOnError) isStopped = true;
          await lines.room();
        }
      };

      try {
        // After a failure nothing else may have begun when the run is to stop at the first one.
        await Promise.all(Array.from({ length: request.stopOnError ? 1 : PARALLEL_TESTS }, work));
        lines.write({
          done: true,
          runId: request.runId,
          version: configuration.version,
          ok: count.OK,
          failed: count.FAIL,
          skipped: count.SKIPPED,
          canceled: count.CANCELED,
        });
      } finally {
        active.delete(request.runId);
      }
    },

    /** Cancels what runs in this process; other processes are notified by the caller. */
    cancel(domainId: string, runId: string, id?: string): void {
      const run = active.get(runId);
      if (!run || run.domainId !== domainId) return;
      if (id === undefined) cancelAll(run);
      else run.tests.get(id)?.cancel();
    },
  };
}

function cancelAll({ tests }: ActiveRun): void {
  for (const cancellation of tests.values()) cancellation.cancel();
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
