import { editFiles } from '@atrium/contract/configuration/edit';
import { importBodies, readLocalBodies } from '@atrium/contract/configuration/import';
import { submitPull } from '@atrium/contract/configuration/submission';
import { filesDigest } from '@atrium/contract/service-api/files/files-digest';
import { getSubmitReturn, type SubmitReturn } from '@atrium/contract/test-runs/submit-return';
import { configurationJobs } from '../src/configuration/configuration.job.ts';
import { checksumsOf, readMetadata } from '../src/configuration/live-configuration.ts';
import { type ConfigurationWorld, SERVICE } from './configuration-world.ts';

export const SERVICES = ['content', SERVICE] as const;

const RETURNED = /export default \(\) => -?\d+;/;

/** Puts a function that answers with a number into both services, and a test of one into its live configuration. */
export async function prepareReturned(world: ConfigurationWorld): Promise<void> {
  await world.changeLive({
    'functions/returned/answer.js': 'export default () => 1000;\n',
    'tests/returned/answers.js':
      "export default async ({ call, expect }) => expect(await call('returned/answer')).to.be.above(0);\n",
  });
  const file = { folderPath: 'functions/returned', name: 'answer.js', checksum: null };
  await world.server.call(
    editFiles,
    {
      params: { serviceId: 'content' },
      body: { files: [{ ...file, content: 'export default () => 1000;\n' }], message: '' },
    },
    { as: world.caller },
  );
}

/** What is live in both services, byte for byte. */
export async function liveDigests({ server, caller }: ConfigurationWorld): Promise<string[]> {
  const client = server.context.services.getClient(caller);
  const read = async (id: string) => filesDigest(checksumsOf(await readMetadata(client, id)));
  return Promise.all(SERVICES.map(read));
}

/** Submits a change of both services as one, or of one of them; the test fails with a number below zero. */
export async function submitBoth(
  { server, caller }: ConfigurationWorld,
  answer: number,
  backupKey = server.context.random.id(),
  serviceName?: (typeof SERVICES)[number],
): Promise<{ backupKey: string }> {
  const { results } = await server.call(readLocalBodies, { body: { serviceName } }, { as: caller });
  const confirmed = results.map(({ serviceId, localBody, baseVersion }) => ({
    serviceId,
    baseVersion,
    body:
      serviceId === 'content'
        ? localBody.replace(RETURNED, `export default () => ${Math.abs(answer)};`)
        : localBody.replace(RETURNED, `export default () => ${answer};`),
  }));
  await server.call(importBodies, { body: { confirmed, backupKey } }, { as: caller });
  return { backupKey };
}

/** The body that has everything tested that was submitted with a key. */
export function testsOfKey({ server }: ConfigurationWorld, backupKey: string) {
  const { random } = server.context;
  const draft = '{"services":{}}';
  return { id: random.id(), uuid: random.id(), services: [], backupKey, tests: 'RETURN' as const, draft };
}

/** Starts the run that decides about a submit. */
export async function startDecidingRun(world: ConfigurationWorld, backupKey: string): Promise<string> {
  const body = testsOfKey(world, backupKey);
  const { runId } = await world.server.call(submitPull, { body }, { as: world.caller });
  if (runId === null) throw new Error('No run was started.');
  return runId;
}

/** Executes the run, and what follows from it. */
export async function executeRun({ server: { context } }: ConfigurationWorld): Promise<void> {
  await context.jobs.runDue(context.testRuns.jobs);
  await context.jobs.runDue(configurationJobs(context.configuration));
}

export function readReturn(
  { server, caller }: ConfigurationWorld,
  runId: string,
): Promise<SubmitReturn | undefined> {
  return server.call(getSubmitReturn, { params: { runId } }, { as: caller });
}
