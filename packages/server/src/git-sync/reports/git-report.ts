import { consolePaths, reviewPullPath, withSearch } from '@atrium/contract/console-paths';
import { NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Connections } from '../../connections/connection.service.ts';
import type { Database } from '../../database/schema.ts';
import type { PublicUrl } from '../../http/public-url.ts';
import type { DeliveryKind } from '../../outbox/delivery-kind.ts';
import { isKeyConnection } from '../../providers/git/remote-session.ts';
import { GitAppError } from '../../providers/git-apps/git-app.ts';
import { GitHostError, type GitHosts } from '../../providers/git-hosts/git-host.ts';
import type { CommitStatus } from '../../providers/git-hosts/git-host-dialects.ts';
import { GIT_REPORT } from '../git-sync.job.ts';
import type { EventReview } from '../git-sync.tables.ts';
import { findHook } from '../hooks/hook.repository.ts';
import { findEvent, type StoredEvent } from '../pushes/event.repository.ts';
import { code, plain } from './markdown.ts';

interface Parts {
  db: Kysely<Database>;
  connections: Pick<Connections, 'open'>;
  hosts: GitHosts;
  publicUrl: PublicUrl;
}

/** GitHub accepts no more characters. */
const MAX_DESCRIPTION = 140;

/**
 * Reports to git hosts: the status of a push's commit, and the one comment of a request. Renders the event's state when the
 * report is sent, so that a late retry never replaces a newer state.
 */
export function gitReportKind({ db, connections, hosts, publicUrl }: Parts): DeliveryKind {
  return {
    name: GIT_REPORT,
    async send({ domainId, receiverId: connectionId, subjectId }) {
      const sent = { statusCode: null, error: null };
      const hook = await findHook(db, { domainId, connectionId });
      try {
        const { connection } = await connections.open(domainId, connectionId);
        if (hook?.reportTo == null || isKeyConnection(connection)) return undefined;
        const event = subjectId === null ? undefined : await findEvent(db, { domainId, id: subjectId });
        if (event?.commitSha == null) return sent;
        const { gitUrl, username, password, onRefused } = connection;
        const repository = hosts.open({ kind: hook.reportTo, gitUrl, username, password, onRefused });
        const url = `${publicUrl.get()}${pageOf(event)}`;
        await repository.setStatus(event.commitSha, { ...statusOf(event), url });
        if (event.requestNumber !== null && event.step === null) {
          const marker = `<!-- atrium:${connectionId} -->`;
          await repository.writeComment(event.requestNumber, marker, commentOf(event, url));
        }
        return sent;
      } catch (error) {
        if (error instanceof NotFoundError) return undefined;
        // A revoked access, too, may be given again.
        if (!(error instanceof GitHostError || error instanceof GitAppError)) throw error;
        return { statusCode: null, error: error.message };
      }
    },
  };
}

/** The page that shows most: the failed tests, the comparison, or the connection's events. */
function pageOf({ connectionId, runId, pullId, outcome }: StoredEvent): string {
  if (pullId !== null && outcome !== null) return reviewPullPath(pullId);
  if (runId !== null) return consolePaths.testRunnerDashboard({ runId });
  return withSearch(consolePaths.connections(), { connection: connectionId });
}

export function statusOf({
  step,
  outcome,
  onPush,
  runId,
  requestNumber,
  detail,
}: Pick<StoredEvent, 'step' | 'outcome' | 'onPush' | 'runId' | 'requestNumber' | 'detail'>): Pick<
  CommitStatus,
  'state' | 'description'
> {
  const text = detail ?? 'It is being compared with what is live.';
  const description = text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 1)}…` : text;
  if (step !== null) return { state: 'pending', description };
  switch (outcome) {
    case 'LIVE':
    case 'TESTED':
    case 'NONE':
    case null:
      return { state: 'success', description };
    case 'PREPARED':
      // A run that ends without TESTED or LIVE has failed; a request that was not tested must not be merged by itself.
      if (runId !== null || requestNumber !== null) return { state: 'failure', description };
      return { state: onPush === 'PREPARE' ? 'success' : 'pending', description };
    case 'WAITING':
      return { state: 'pending', description };
    case 'REFUSED':
    case 'REPLACED':
      return { state: 'error', description };
  }
}

/** Markdown without contents of files, output of code or secrets. */
export function commentOf(
  { detail, commitSha, review }: Pick<StoredEvent, 'detail' | 'commitSha' | 'review'>,
  url: string,
): string {
  const open =
    review?.services.flatMap((service) => service.open.map((path) => `${service.name}: ${path}`)) ?? [];
  return [
    `**Atrium** · ${code((commitSha ?? '').slice(0, 10))} · ${plain(detail ?? '')}`,
    review === null ? '' : changesTable(review),
    section('Failed tests', review?.failedTests),
    section('Changed here and in git: merging would discard a change made here', open),
    section('A person has to approve', review?.approvals),
    `[Show it in Atrium](${url})`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function changesTable({ services }: EventReview): string {
  const changed = services.filter(({ taken, merged, here, open }) => taken + merged + here + open.length > 0);
  if (changed.length === 0) return '';
  const rows = changed.map(
    ({ name, taken, merged, open, here }) =>
      `| ${plain(name)} | ${taken} | ${merged} | ${open.length} | ${here} |`,
  );
  return [
    '| Service | From git | Merged | To decide | Only live |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function section(title: string, lines: readonly string[] | undefined): string {
  if (lines === undefined || lines.length === 0) return '';
  return [`${title}:`, '', ...lines.map((line) => `- ${code(line)}`)].join('\n');
}
