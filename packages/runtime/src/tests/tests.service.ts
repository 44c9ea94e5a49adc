import { itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import type { ServiceTestLine } from '@atrium/contract/service-api/functions/test-lines';
import type { TestSource } from '@atrium/contract/service-api/functions/test-sources';
import { type ServiceTest, TESTS_FOLDER } from '@atrium/contract/service-api/functions/tests';
import { TEST_TARGET } from '@atrium/contract/service-api/functions/usage-target';
import { UnavailableError } from '@atrium/host/errors';
import { isJson } from '@atrium/host/json-slice';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import { toFailure } from '../functions/function-failure.ts';
import { runInSandbox } from '../functions/sandbox-calls.ts';
import type { Caller } from '../host/service-token.ts';
import type { Meter } from '../metering/meter.ts';
import type { Cancellation } from '../sandbox/cancellation.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Invocations } from '../storage/invocation.service.ts';
import type { ValuesFor } from '../values/call-values.ts';
import type { FunctionValues } from '../values/values.service.ts';
import { isPlatformFault } from './platform-fault.ts';
import { ReachedFiles } from './reached-files.ts';
import { StartedTests } from './started-tests.ts';
import { cancelAll, type TestRuns } from './test-run.service.ts';
import type { RunSources, TestSources } from './test-source.service.ts';
import type { RunWorkspaces, TestWorkspaces } from './test-workspace.ts';

/** Tests of one run that are given to the sandbox at the same time: enough to be sent several together. */
const PARALLEL_TESTS = 64;

interface Parts {
  serviceId: string;
  sandbox: Sandbox;
  sources: TestSources;
  meter: Meter;
  invocations: Pick<Invocations, 'checkComputing' | 'countComputing'>;
  workspaces: TestWorkspaces;
  runs: TestRuns;
  values: Pick<FunctionValues, 'forCall'>;
  now: () => Date;
}

export interface RunRequest {
  runId: string;
  tests?: string[] | undefined;
  userId?: string | null | undefined;
  stopOnError: boolean;
  reach: boolean;
  withoutSecrets: boolean;
}

/** Output of a run's lines. */
export interface LineSink {
  /** `result` is the result of a test as JSON, as the sandbox wrote it. */
  write(line: ServiceTestLine, result?: string): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
}

/** Context shared by the tests of one run. */
interface Run {
  /** User that the tests run as. */
  actor: Caller;
  live: LiveConfiguration;
  workspaces: RunWorkspaces;
  lines: LineSink;
  started: StartedTests;
  /** Files reached by the tests, if requested. */
  reached: ReachedFiles | undefined;
  values: ValuesFor;
}

/** Inputs of a run, read before its first line is sent. */
export interface PreparedRun extends RunSources {
  workspaces: RunWorkspaces;
}

type Outcome = 'OK' | 'FAIL' | 'SKIPPED' | 'CANCELED';

/** The tests of one service. */
export class Tests {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(
    domainId: string,
    sources?: readonly TestSource[],
  ): Promise<{ version: number; digest?: string; tests: ServiceTest[] }> {
    const { own, digest } = await this.prepare(domainId, sources);
    return { version: own.version, ...(digest !== undefined && { digest }), tests: testsOf(own) };
  }

  /** Reads what tests are to be run with; refuses what an import would refuse. */
  async prepare(domainId: string, given?: readonly TestSource[]): Promise<PreparedRun> {
    const { sources, serviceId, workspaces } = this.#parts;
    const found = await sources.get({ domainId, serviceId }, given);
    return { ...found, workspaces: await workspaces.create(domainId, found.named) };
  }

  /** Throws 429 if the domain's functions and tests have computed today for as long as they may. */
  checkComputing(caller: Caller): void {
    this.#parts.invocations.checkComputing(caller);
  }

  /** Runs tests with prepared inputs; reports each change of state. `leaving` cancels all of it. */
  async run(
    caller: Caller,
    request: RunRequest,
    { own: live, digest, workspaces }: PreparedRun,
    { lines, leaving }: { lines: LineSink; leaving: Cancellation },
  ): Promise<void> {
    const { runs } = this.#parts;
    const known = new Map(testsOf(live).map((test) => [test.id, test]));
    const actor = request.userId ? { ...caller, userId: request.userId } : caller;
    const active = runs.start(caller.domainId, request.runId, request.tests ?? [...known.keys()]);
    leaving.onCancel(() => cancelAll(active));
    if (leaving.isCanceled) cancelAll(active);
    const count: Record<Outcome, number> = { OK: 0, FAIL: 0, SKIPPED: 0, CANCELED: 0 };
    let isStopped = false;
    const reached = request.reach ? new ReachedFiles(this.#parts.serviceId, live) : undefined;
    const started = new StartedTests(lines);
    const values: ValuesFor = request.withoutSecrets ? 'test-without-secrets' : 'test';
    const run = { actor, live, workspaces, lines, started, reached, values };
    const queue = active.tests.entries();

    const work = async () => {
      for (const [id, cancellation] of queue) {
        const test = known.get(id);
        const status =
          test && !test.disabled && !isStopped && !cancellation.isCanceled
            ? await this.#runOne(run, test, cancellation)
            : passOver(id, test, cancellation, lines);
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
        version: live.version,
        ...(digest !== undefined && { digest }),
        ok: count.OK,
        failed: count.FAIL,
        skipped: count.SKIPPED,
        canceled: count.CANCELED,
      });
    } finally {
      started.close();
      runs.end(active);
    }
  }

  /** Cancels what runs in this process or in another one. */
  cancel(domainId: string, runId: string, testId?: string): Promise<void> {
    return this.#parts.runs.cancel(domainId, runId, testId);
  }

  async #runOne(
    run: Run,
    test: ServiceTest,
    cancellation: Cancellation,
  ): Promise<Exclude<Outcome, 'SKIPPED'>> {
    const { actor, lines, started } = run;
    const { serviceId, meter, invocations, now } = this.#parts;
    // The stream breaks off, and says nothing about the tests that are left; the next call is refused before it begins.
    invocations.checkComputing(actor);
    let startedAt: string | null = null;
    const onStart = () => {
      if (startedAt !== null) return;
      startedAt = now().toISOString();
      started.begin(test.id, startedAt);
    };
    let attempt = await this.#attempt(run, test, cancellation, onStart);
    // Platform faults are no result of the test.
    if (attempt.isFaulty) attempt = await this.#attempt(run, test, cancellation, onStart);
    const { result, reaching, isFaulty } = attempt;
    started.end(test.id);
    // The platform retries tests that a broken stream leaves open; a refusal is no result of the test either.
    if (result.isRefused || isFaulty) throw new UnavailableError('Tests cannot be run at the moment.', 1);
    const { durationMs, memoryBytes, failure, isCanceled } = result;
    if (isCanceled && startedAt === null) {
      lines.write({ id: test.id, status: 'CANCELED', startedAt, durationMs: null });
      return 'CANCELED';
    }
    const identity = { domainId: actor.domainId, userId: actor.userId, serviceId };
    const calls = 1;
    await meter.record({ identity, metric: 'test', target: TEST_TARGET, calls, durationMs, memoryBytes });
    const status = failure === null ? 'OK' : isCanceled ? 'CANCELED' : 'FAIL';
    // Only now that nothing is waited for any more: files are told in the order of the lines.
    const reach = reaching?.end(result.loadedFiles);
    const ended = {
      startedAt,
      durationMs: Math.round(durationMs * 1000) / 1000,
      console: result.console,
      ...(reach && { reach }),
    };
    if (failure === null) lines.write({ id: test.id, status, ...ended }, checkedLine(result.result));
    else lines.write({ id: test.id, status, ...ended, result: toFailure(result) });
    return status;
  }

  /** `isFaulty`: it failed because of the platform. */
  async #attempt(
    { actor, live, workspaces, reached, values }: Run,
    test: ServiceTest,
    cancellation: Cancellation,
    onStart: () => void,
  ) {
    await using workspace = workspaces.open();
    const reaching = reached?.open();
    let hadFault = false;
    const result = await runInSandbox(this.#parts.sandbox, {
      kind: 'test',
      serviceId: this.#parts.serviceId,
      caller: actor,
      live,
      path: test.fullPath,
      input: '',
      operations: workspace.operations,
      values: await this.#parts.values.forCall(live, actor.domainId, values),
      onStart,
      onFault: () => {
        hadFault = true;
      },
      cancellation,
      ...(reaching && { onReach: reaching.note }),
    });
    this.#parts.invocations.countComputing(actor.domainId, result.cpuMs);
    const isFaulty =
      !cancellation.isCanceled && isPlatformFault(result, { hadFault, waitedMs: workspace.waitedMs });
    return { result, reaching, isFaulty };
  }
}

/** A result as the sandbox wrote it, which is passed on as it is: it must be JSON, and all of it on one line. */
function checkedLine(text: string): string {
  if (!isJson(text)) throw new Error('The sandbox returned something that is not JSON.');
  return text.replace(/[\r\n]+/g, ' ');
}

/** Reports a test that does not run: canceled, disabled, after the end of the run, or one that is gone. */
function passOver(
  id: string,
  test: ServiceTest | undefined,
  cancellation: Cancellation,
  lines: LineSink,
): Outcome {
  const waiting = { id, startedAt: null, durationMs: null };
  if (cancellation.isCanceled) {
    lines.write({ ...waiting, status: 'CANCELED' });
    return 'CANCELED';
  }
  const result = test ? undefined : { message: 'This test no longer exists' };
  lines.write({ ...waiting, status: 'SKIPPED', ...(result && { result }) });
  return 'SKIPPED';
}

/** The tests of a configuration, by their id. */
function testsOf({ sources, metadata }: LiveConfiguration): ServiceTest[] {
  const tests: ServiceTest[] = [];
  for (const [path] of sources) {
    if (!path.startsWith(`${TESTS_FOLDER}/`)) continue;
    const id = itemNameOf(path);
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
