import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

/** A pull or merge request as its host reports it. */
export interface ReportedRequest {
  number: number;
  title: string;
  branch: string;
  commitSha: string;
  into: string;
  /** Full name of the fork that its commits are in, empty if the fork is gone; null if they are in the repository itself. */
  fork: string | null;
}

/** Report of a git host. */
export type HookReport =
  | { kind: 'ping' }
  /** A branch has other commits, or is gone. */
  | { kind: 'push'; branch: string; isDeleted: boolean }
  /** A pull or merge request was opened, or has other commits. */
  | ({ kind: 'request' } & ReportedRequest)
  | { kind: 'tag' }
  | { kind: 'other'; event: string };

const MAX_NAME = 100;

/** No name that git has contains NUL, and no database stores it. */
const Name = z.string().regex(/^[^\0]*$/);
/** Only the used fields of the payloads: hosts add others. */
const RefPush = z.object({
  ref: Name,
  after: z.string().nullish(),
  deleted: z.boolean().nullish(),
});
const BitbucketPush = z.object({
  push: z.object({
    changes: z.array(
      z.object({
        new: z.object({ type: z.string(), name: Name }).nullish(),
        old: z.object({ type: z.string(), name: Name }).nullish(),
      }),
    ),
  }),
});

const Commit = z.string().regex(/^[0-9a-f]{7,64}$/);
const RequestNumber = z
  .int()
  .positive()
  .max(2 ** 31 - 1);
const Title = z.string().transform((title) => title.replaceAll('\0', ' ').slice(0, MAX_NAME));

const MAX_FORK = 200;

const forkOf = (source: string | undefined, target: string | undefined) =>
  source === target ? null : (source ?? '').slice(0, MAX_FORK);

/** Requests of GitHub, Gitea and Forgejo. */
const PullRequest = z
  .object({
    action: z.enum(['opened', 'reopened', 'synchronize', 'synchronized', 'edited', 'ready_for_review']),
    pull_request: z.object({
      number: RequestNumber,
      title: Title,
      head: z.object({ ref: Name, sha: Commit, repo: z.object({ full_name: Name }).nullish() }),
      base: z.object({ ref: Name, repo: z.object({ full_name: Name }) }),
    }),
  })
  .transform(
    ({ pull_request: { number, title, head, base } }): ReportedRequest => ({
      number,
      title,
      branch: head.ref,
      commitSha: head.sha,
      into: base.ref,
      fork: forkOf(head.repo?.full_name, base.repo.full_name),
    }),
  );
const MergeRequest = z
  .object({
    object_attributes: z.object({
      iid: RequestNumber,
      title: Title,
      action: z.enum(['open', 'reopen', 'update']),
      source_branch: Name,
      target_branch: Name,
      source_project_id: z.int(),
      target_project_id: z.int(),
      source: z.object({ path_with_namespace: z.string() }).nullish(),
      last_commit: z.object({ id: Commit }),
    }),
  })
  .transform(
    ({ object_attributes: merge }): ReportedRequest => ({
      number: merge.iid,
      title: merge.title,
      branch: merge.source_branch,
      commitSha: merge.last_commit.id,
      into: merge.target_branch,
      fork:
        merge.source_project_id === merge.target_project_id
          ? null
          : (merge.source?.path_with_namespace ?? '').slice(0, MAX_FORK),
    }),
  );
const BitbucketSide = z.object({
  branch: z.object({ name: Name }),
  commit: z.object({ hash: Commit }),
  repository: z.object({ full_name: Name }).nullish(),
});
const BitbucketRequest = z
  .object({
    pullrequest: z.object({
      id: RequestNumber,
      title: Title,
      source: BitbucketSide,
      destination: BitbucketSide,
    }),
  })
  .transform(
    ({ pullrequest: { id, title, source, destination } }): ReportedRequest => ({
      number: id,
      title,
      branch: source.branch.name,
      commitSha: source.commit.hash,
      into: destination.branch.name,
      fork: forkOf(source.repository?.full_name, destination.repository?.full_name),
    }),
  );
const Requests = z.union([PullRequest, MergeRequest, BitbucketRequest]);

const EVENT_HEADERS = [
  'x-github-event',
  'x-gitea-event',
  'x-forgejo-event',
  'x-gogs-event',
  'x-gitlab-event',
  'x-event-key',
];
const PUSHES = new Set(['push', 'Push Hook', 'repo:push', 'create', 'delete']);
const REQUESTS = new Set([
  'pull_request',
  'pull_request_sync',
  'Merge Request Hook',
  'pullrequest:created',
  'pullrequest:updated',
]);
const PINGS = new Set(['ping', 'diagnostics:ping']);
const HEADS = 'refs/heads/';
const NO_COMMIT = /^0+$/;

/** Reads the body of a signed call. Payloads of unknown form are events of the kind `other`, never errors. */
export function readHook(headers: IncomingHttpHeaders, body: Buffer): HookReport[] {
  const event = EVENT_HEADERS.map((name) => headers[name]).find((value) => typeof value === 'string');
  const name = String(event ?? 'without a name').slice(0, MAX_NAME);
  if (PINGS.has(name)) return [{ kind: 'ping' }];
  if (name === 'Tag Push Hook') return [{ kind: 'tag' }];
  if (REQUESTS.has(name)) {
    const request = Requests.safeParse(readPayload(headers, body));
    return [request.success ? { kind: 'request', ...request.data } : { kind: 'other', event: name }];
  }
  if (!PUSHES.has(name)) return [{ kind: 'other', event: name }];
  const payload = readPayload(headers, body);
  const bitbucket = BitbucketPush.safeParse(payload);
  if (bitbucket.success) return bitbucket.data.push.changes.map(readChange);
  const push = RefPush.safeParse(payload);
  if (!push.success) return [{ kind: 'other', event: name }];
  const { ref, after, deleted } = push.data;
  // The events `create` and `delete` of GitHub name the branch only.
  const branch = ref.startsWith(HEADS) ? ref.slice(HEADS.length) : ref.startsWith('refs/') ? undefined : ref;
  if (branch === undefined) return [{ kind: 'tag' }];
  const isDeleted = name === 'delete' || deleted === true || NO_COMMIT.test(after ?? '');
  return [{ kind: 'push', branch, isDeleted }];
}

function readChange(change: z.infer<typeof BitbucketPush>['push']['changes'][number]): HookReport {
  const ref = change.new ?? change.old;
  if (ref?.type !== 'branch') return { kind: 'tag' };
  return { kind: 'push', branch: ref.name, isDeleted: change.new == null };
}

/** JSON, or the form that some hosts put it into. */
function readPayload(headers: IncomingHttpHeaders, body: Buffer): unknown {
  const text = body.toString('utf8');
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  try {
    return JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text);
  } catch {
    return undefined;
  }
}
