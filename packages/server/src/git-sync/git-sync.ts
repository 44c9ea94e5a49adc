import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { People } from '../accounts/people/people.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { GitComparison, PulledBranch } from '../configuration/configuration-parts.ts';
import type { Connections } from '../connections/connection.service.ts';
import type { GitGrants } from '../connections/git-grant.service.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import type { Caller } from '../http/caller.ts';
import type { PublicUrl } from '../http/public-url.ts';
import { handleJob, type JobHandler } from '../jobs/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Notifier } from '../notifications/notifier.service.ts';
import type { Outbox } from '../outbox/outbox.service.ts';
import type { Git } from '../providers/git/git.ts';
import type { GitHosts } from '../providers/git-hosts/git-host.ts';
import type { Secrets } from '../secrets/secrets.service.ts';
import type { Services } from '../services/services.service.ts';
import type { TestRunning } from '../test-runs/test-runs.ts';
import { compareJob, findDueJob, lookJob, sendChangesJob, sendLook, takePushJob } from './git-sync.job.ts';
import { listHooks } from './hooks/hook.repository.ts';
import { ConnectionHooks } from './hooks/hook.service.ts';
import { HostRequests } from './hosts/host-request.service.ts';
import { HostWebhooks } from './hosts/host-webhook.service.ts';
import { ConnectionNews } from './pushes/connection-news.service.ts';
import { ForkTests } from './pushes/fork-tests.service.ts';
import { Pushes } from './pushes/push.service.ts';
import { PushReviews } from './pushes/push-review.service.ts';
import { observeDrift } from './state/observe-drift.ts';
import { type ConnectionKey, listDue, listStates } from './state/state.repository.ts';
import { ConnectionStates } from './state/state.service.ts';
import { ToGit } from './to-git/to-git.service.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  log: Logger;
  audit: Audit;
  secrets: Secrets;
  jobs: Jobs;
  events: Events;
  notifier: Notifier;
  outbox: Pick<Outbox, 'enqueue'>;
  git: Git;
  hosts: GitHosts;
  accounts: { people: Pick<People, 'listNames'> };
  services: Services;
  publicUrl: PublicUrl;
  connections: Connections;
  gitGrants: Pick<GitGrants, 'forgetExpired'>;
  configuration: Configuration;
  testRuns: Pick<TestRunning, 'candidateRuns' | 'runs' | 'submissionRuns'>;
  findActor: (userId: string) => Promise<Caller | undefined>;
}

/** State of services against connected repositories, webhooks, and the handling of pushes. */
export interface GitSync extends GitComparison {
  /** Sends a look, in the transaction that connects a repository, or changes the connection. */
  noteConnected(transaction: Store, key: ConnectionKey, isMoved?: boolean): Promise<void>;
  states: ConnectionStates;
  hooks: ConnectionHooks;
  pushes: Pushes;
  requests: HostRequests;
  hostWebhooks: HostWebhooks;
  forkTests: ForkTests;
  toGit: ToGit;
  noteRunEnded: Pushes['noteRunEnded'];
  jobs: JobHandler[];
}

/** Looks that one walk of the timetable sends. */
const MAX_LOOKS = 500;

export function createGitSync(parts: Parts): GitSync {
  const { db, clock, jobs, connections } = parts;
  const { runs, candidateRuns, submissionRuns } = parts.testRuns;
  const reviews = new PushReviews(parts);
  const news = new ConnectionNews(parts);
  const pushes = new Pushes({ ...parts, runs, candidateRuns, submissionRuns, reviews, news });
  const hooks = new ConnectionHooks({ ...parts, pushes });
  const requests = new HostRequests(parts);
  const toGit = new ToGit({ ...parts, requests });
  const states = new ConnectionStates({
    ...parts,
    onLook: {
      onMove: (transaction, move) => pushes.begin(transaction, move),
      async onSeen(transaction, key, states) {
        await observeDrift(parts, transaction, key, states);
        await toGit.noteSeen(transaction, key);
      },
      onNothingMissing: (transaction, commit, states) =>
        pushes.endReviewed(
          transaction,
          commit,
          states.every(({ filesAhead }) => filesAhead === 0),
        ),
      onProblem: (transaction, key, problem) => news.noteProblem(transaction, key, problem),
      onRedirect: (transaction, key, movedTo) => news.noteRedirect(transaction, key, movedTo),
      onRecovery: (transaction, key) => news.note(transaction, key, 'The repository can be read again.'),
    },
  });

  async function noteChange(
    transaction: Store,
    { domainId, pushedTo, pulled }: Parameters<GitComparison['noteChange']>[1],
  ): Promise<void> {
    const all = await connections.describeAll(domainId, transaction);
    if (all.length === 0) return;
    await jobs.send(compareJob, { domainId }, { transaction, key: domainId, group: domainId });
    // Another look follows a push.
    if (pushedTo === undefined) await toGit.noteChange(transaction, domainId);
    for (const { id, place } of all) {
      if (place === pushedTo) await sendLook(jobs, { domainId, connectionId: id }, transaction);
    }
    if (pulled !== undefined)
      for (const key of await listOutdated(transaction, pulled)) await sendLook(jobs, key, transaction);
  }

  /** A person's pull does not begin what a push does: the webhook and the timetable do. */
  async function notePulled(transaction: Store, pulled: PulledBranch): Promise<void> {
    const outdated = await listOutdated(transaction, pulled);
    if (outdated.length === 0) return;
    const hooks = await listHooks(transaction, pulled.domainId);
    for (const key of outdated) {
      const hook = hooks.find(({ connectionId }) => connectionId === key.connectionId);
      if ((hook?.onPush ?? 'NOTHING') === 'NOTHING') await sendLook(jobs, key, transaction);
    }
  }

  /** Connections whose branch was last seen at another commit than the pulled one. */
  async function listOutdated(
    transaction: Store,
    { domainId, gitUrl, branch, commitSha }: PulledBranch,
  ): Promise<ConnectionKey[]> {
    const all = await connections.describeAll(domainId, transaction);
    const places = new Map(all.map(({ id, place }) => [id, place]));
    return (await listStates(transaction, domainId)).filter(
      (state) =>
        places.get(state.connectionId) === gitUrl && state.branch === branch && state.commitSha !== commitSha,
    );
  }

  async function sendDue(): Promise<void> {
    for (const key of await listDue(db, clock.now(), MAX_LOOKS)) await sendLook(jobs, key);
    await pushes.resume();
    await parts.gitGrants.forgetExpired();
  }

  return {
    states,
    hooks,
    pushes,
    requests,
    hostWebhooks: new HostWebhooks({ ...parts, hooks }),
    forkTests: new ForkTests(parts),
    toGit,
    noteRunEnded: (transaction, run) => pushes.noteRunEnded(transaction, run),
    async noteConnected(transaction, key, isMoved = false) {
      await states.add(transaction, key, isMoved);
      await sendLook(jobs, key, transaction);
    },
    noteChange,
    notePulled,
    findSeen: (domainId, place) => states.findSeen(domainId, place),
    jobs: [
      handleJob(lookJob, (key, { signal }) => states.look(key, signal)),
      handleJob(compareJob, ({ domainId }) => states.compare(domainId)),
      handleJob(findDueJob, sendDue),
      handleJob(sendChangesJob, (key, { signal }) => toGit.send(key, signal)),
      handleJob(takePushJob, (key, { signal }) => pushes.take(key, signal)),
    ],
  };
}
