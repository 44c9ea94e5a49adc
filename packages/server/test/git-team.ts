import { createHmac } from 'node:crypto';
import { createWebhookSecret, updateAutomation } from '@atrium/contract/connections/automation';
import { domainChannels, ownChannels } from '@atrium/contract/notifications/channels';
import type { ReasonName } from '@atrium/contract/notifications/reasons';
import type { Clock } from '../src/clock.ts';
import type { Caller } from '../src/http/caller.ts';
import type { JobHandler } from '../src/jobs/define-job.ts';
import { allInGit, type ConfigurationWorld, startConfigurationWorld } from './configuration-world.ts';
import { type ConnectedRepository, connectRepository } from './connected-world.ts';
import { buildGitHostApi, type GitHostApi } from './git-host-api.ts';
import { commitFiles, execGit } from './git-repository.ts';

const HOUR_MS = 3_600_000;

/** The machine's own time, shifted forward by a test: the services check tokens against their own clock. */
class ShiftedClock implements Clock {
  #shiftMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#shiftMs);
  }

  travelTo(time: Date): void {
    this.#shiftMs = Math.max(this.#shiftMs, time.getTime() - Date.now());
  }
}

/** A git host with requests: repositories over HTTP, the REST API of GitHub, and signed webhooks. */
export interface GitHostWorld extends AsyncDisposable {
  world: ConfigurationWorld;
  clock: ShiftedClock;
  api: GitHostApi;
  /** Cuts every connection to the host, as an outage does. */
  isAway: boolean;
  /** Status and headers of responses to git, by the path of the request; undefined: those of the host. */
  answerGit: (path: string) => { status: number; headers?: Record<string, string> } | undefined;
  connect(name: string, files: Record<string, string>, as?: Caller): Promise<HostedRepository>;
  /** Runs due work of all areas until none is left. */
  work(): Promise<void>;
  /** Runs the timetables and deliveries that are due as time passes, a step of hours after the other. */
  pass(hours: number, step?: number): Promise<void>;
}

/** A connected repository as a person at the host uses it. */
export interface HostedRepository extends ConnectedRepository {
  /** Commits to a branch off main, and opens a request. */
  open(number: number, title: string, files: Record<string, string>): Promise<string>;
  /** Adds a commit to the branch of a request. */
  addTo(number: number, files: Record<string, string>): Promise<string>;
  /** Merges a request as one commit. */
  merge(number: number): Promise<string>;
  /** Sends the webhook of a push to main. */
  reportPush(): Promise<void>;
  /** States of the commit's statuses, in the order of arrival. */
  statuses(commitSha: string): string[];
}

export async function startGitHostWorld(): Promise<GitHostWorld> {
  const clock = new ShiftedClock();
  const api = buildGitHostApi('GITHUB');
  const world = await startConfigurationWorld(
    {},
    {
      clock,
      intercept(request, response) {
        if (host.isAway) {
          request.socket.destroy();
          return true;
        }
        if (api.intercept(request, response)) return true;
        const answer = host.answerGit(request.url ?? '');
        if (answer === undefined) return false;
        response.writeHead(answer.status, answer.headers).end();
        return true;
      },
    },
  );
  const { context } = world.server;
  const { jobs, gitSync, testRuns, notifying, outbox } = context;
  const handlers = [...gitSync.jobs, ...testRuns.jobs, ...notifying.jobs, ...outbox.bindJobs()];
  const isNamed = (name: string) => (handler: JobHandler) => handler.definition.name === name;

  async function runNow(name: string, payload: object = {}): Promise<void> {
    const handler = handlers.find(isNamed(name));
    if (handler === undefined) throw new Error(`no job is named ${name}`);
    await handler.run(payload, { id: '', tryNumber: 0, signal: AbortSignal.timeout(60_000) });
  }

  async function work(): Promise<void> {
    while ((await jobs.runDue(handlers)) > 0);
  }

  async function runDueDeliveries(): Promise<void> {
    const due = await context.db
      .selectFrom('outboxDeliveries')
      .select(['id', 'domainId'])
      .where('status', '=', 'WAITING')
      .where('nextTryOn', '<=', clock.now())
      .execute();
    for (const place of due) await runNow('outbox.deliver', place);
  }

  async function runTimetables(): Promise<void> {
    await runNow('git-sync.find-due');
    await work();
    await runDueDeliveries();
    await runNow('notifications.send-held');
    await work();
  }

  const host: GitHostWorld = {
    world,
    clock,
    api,
    isAway: false,
    answerGit: () => undefined,
    work,
    async pass(hours, step = 6) {
      for (let left = hours; left > 0; left -= step) {
        clock.travelTo(new Date(clock.now().getTime() + Math.min(left, step) * HOUR_MS));
        await runTimetables();
      }
    },
    connect: (name, files, as) => connectHosted(host, name, files, as),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
  return host;
}

async function connectHosted(
  { world, api, work }: GitHostWorld,
  name: string,
  files: Record<string, string>,
  as: Caller = world.caller,
): Promise<HostedRepository> {
  const { server } = world;
  const repository = await connectRepository(world, name, { files, as });
  const params = { id: repository.id };
  await server.call(
    updateAutomation,
    { params, body: { onPush: 'LIVE', reportTo: 'GITHUB' } },
    { as: world.caller },
  );
  const { url, secret } = await server.call(createWebhookSecret, { params }, { as: world.caller });
  const { folder } = repository;
  const fullName = { ['full_name']: `acme/${name}` };
  const titles = new Map<number, string>();
  const branchOf = (number: number) => `request-${number}`;

  async function send(event: string, payload: object): Promise<void> {
    const body = JSON.stringify(payload);
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-hub-signature-256': `sha256=${signature}`,
    };
    const response = await fetch(url, { method: 'POST', headers, body });
    if (response.status !== 204) throw new Error(`the webhook was answered with ${response.status}`);
    await work();
  }

  function reportRequest(number: number, action: string, sha: string): Promise<void> {
    const head = { ref: branchOf(number), sha, repo: fullName };
    const pullRequest = { number, title: titles.get(number), head, base: { ref: 'main', repo: fullName } };
    return send('pull_request', { action, ['pull_request']: pullRequest });
  }

  const reportPush = () => send('push', { ref: 'refs/heads/main', after: '1'.repeat(40) });

  return {
    ...repository,
    reportPush,
    async open(number, title, given) {
      titles.set(number, title);
      await execGit(folder, 'branch', branchOf(number), 'main');
      const sha = await commitFiles(folder, allInGit(given), { branch: branchOf(number), message: title });
      await reportRequest(number, 'opened', sha);
      return sha;
    },
    async addTo(number, given) {
      const message = 'Review findings';
      const sha = await commitFiles(folder, allInGit(given), { branch: branchOf(number), message });
      await reportRequest(number, 'synchronize', sha);
      return sha;
    },
    async merge(number) {
      const branch = branchOf(number);
      // Fails with the host's words if the two have a conflict.
      await execGit(folder, 'merge-tree', '--write-tree', 'main', branch);
      const changed = (await execGit(folder, 'diff', '--name-only', `main...${branch}`)).trim().split('\n');
      const contents: Record<string, string> = {};
      for (const path of changed) contents[path] = await execGit(folder, 'show', `${branch}:${path}`);
      const sha = await commitFiles(folder, contents, { message: `${titles.get(number)} (#${number})` });
      await reportPush();
      return sha;
    },
    statuses: (commitSha) =>
      api.sent
        .filter(({ call }) => call.endsWith(`/statuses/${commitSha}`))
        .map(({ body }) => String(body?.['state'])),
  };
}

/** Chooses reasons for a channel of the domain, or for a person's e-mail. */
export async function chooseReasons(
  { server }: ConfigurationWorld,
  as: Caller,
  { id, scope, reasons }: { id: string; scope: 'domain' | 'own'; reasons: readonly ReasonName[] },
): Promise<void> {
  const { setReason } = scope === 'own' ? ownChannels : domainChannels;
  for (const reason of reasons)
    await server.call(setReason, { params: { id, reason }, body: { isOn: true } }, { as });
}
