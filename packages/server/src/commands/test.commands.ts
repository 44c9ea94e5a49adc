import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Test } from '@atrium/contract/test-runs/test';
import { getJunitReport, getTestRunChanges, runTests } from '@atrium/contract/test-runs/test-runs';
import { StartError } from '@atrium/host/start-error';
import type { Command } from './command.ts';
import { hasNoResponse, type RemoteClient } from './remote-client.ts';
import { createSignedInClient } from './signed-in-client.ts';

const ASK_AGAIN_MS = 1_000;
/** Processes are exchanged, and databases restarted, in less. */
const PATIENCE_MS = 5 * 60_000;

/** Reads again while there is no answer; in the end it fails as the last try did. */
async function readPatiently<Result>(read: () => Promise<Result>): Promise<Result> {
  for (const until = performance.now() + PATIENCE_MS; ; await wait(ASK_AGAIN_MS)) {
    try {
      return await read();
    } catch (error) {
      if (!hasNoResponse(error) || performance.now() > until) throw error;
    }
  }
}

const ASK_EVERY_MS = 500;

export const testCommands: Command[] = [
  {
    noun: 'tests',
    verb: 'run',
    operands: [],
    options: ['url', 'key-id', 'key', 'run-as', 'retries', 'junit'],
    flags: ['wait', 'stop-on-error'],
    summary: "run all tests of the access key's domain; with --wait, exits with an error if a test fails",
    async runRemotely(config, _operands, options, print) {
      const { junit } = options;
      const client = await createSignedInClient(config, options);
      if (junit !== undefined) await requireWritable(junit);
      const strategy = options['stop-on-error'] === 'true' ? 'FAIL_ON_FIRST' : 'EXECUTE_ALL';
      const { runId } = await client.call(runTests, {
        body: { strategy, userId: options['run-as'] ?? null, retries: Number(options['retries'] ?? 0) },
      });
      print(`Test run ${runId} has started.`);
      if (options['wait'] !== 'true' && junit === undefined) return true;
      const isGood = await follow(client, runId, print);
      if (junit !== undefined) {
        await writeFile(junit, await readPatiently(() => client.call(getJunitReport, { params: { runId } })));
        print(`The report is in ${junit}.`);
      }
      return isGood;
    },
  },
];

/** Before a run that may take hours. The report of an earlier one is emptied: it says nothing of this one. */
async function requireWritable(file: string): Promise<void> {
  try {
    await writeFile(file, '');
  } catch (error) {
    throw new StartError(`The report cannot be written: ${(error as Error).message}.`);
  }
}

/** Prints each result as it comes. True when nothing failed and nothing was cancelled. */
async function follow(client: RemoteClient, runId: string, print: (line: string) => void): Promise<boolean> {
  const printed = new Set<string>();
  for (let since = 0; ; await wait(ASK_EVERY_MS)) {
    const request = { params: { runId }, query: { since } };
    const run = await readPatiently(() => client.call(getTestRunChanges, request));
    for (const test of run.tests) {
      const isFinal = test.status !== 'PENDING' && test.status !== 'RUNNING';
      if (!isFinal || printed.has(test.id)) continue;
      printed.add(test.id);
      print(lineOf(test));
    }
    if (run.status !== 'RUNNING') {
      const counts = Object.entries(run.counts).map(([status, count]) => `${count} ${status}`);
      print(`${run.status}: ${counts.join(', ')} in ${(run.duration / 1000).toFixed(1)} s.`);
      return run.status === 'OK' || run.status === 'SKIPPED';
    }
    since = run.revision;
  }
}

function lineOf({ id, status, duration, result, tryNumber }: Test): string {
  const took = duration === null ? '' : ` (${Math.round(duration)} ms)`;
  const why = status === 'FAIL' ? `\n    ${String(result).replaceAll('\n', '\n    ')}` : '';
  const retried = tryNumber === undefined ? '' : `, on try ${tryNumber}`;
  return `${String(status).padEnd(8)} ${id}${took}${retried}${why}`;
}
