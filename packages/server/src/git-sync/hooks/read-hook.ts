import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

/** What a git host reports. */
export type HookReport =
  | { kind: 'ping' }
  /** A branch has other commits, or is gone. */
  | { kind: 'push'; branch: string; isDeleted: boolean }
  | { kind: 'tag' }
  | { kind: 'other'; event: string };

/** Only what is needed of the payloads: hosts add fields. */
const RefPush = z.object({
  ref: z.string(),
  after: z.string().nullish(),
  deleted: z.boolean().nullish(),
});
const BitbucketPush = z.object({
  push: z.object({
    changes: z.array(
      z.object({
        new: z.object({ type: z.string(), name: z.string() }).nullish(),
        old: z.object({ type: z.string(), name: z.string() }).nullish(),
      }),
    ),
  }),
});

const EVENT_HEADERS = [
  'x-github-event',
  'x-gitea-event',
  'x-forgejo-event',
  'x-gogs-event',
  'x-gitlab-event',
  'x-event-key',
];
const PUSHES = new Set(['push', 'Push Hook', 'repo:push', 'create', 'delete']);
const PINGS = new Set(['ping', 'diagnostics:ping']);
const HEADS = 'refs/heads/';
const NO_COMMIT = /^0+$/;
const MAX_NAME = 100;

/** Reads the body of a signed call. What no one understands is an event of its own kind, never an error. */
export function readHook(headers: IncomingHttpHeaders, body: Buffer): HookReport[] {
  const event = EVENT_HEADERS.map((name) => headers[name]).find((value) => typeof value === 'string');
  const name = String(event ?? 'without a name').slice(0, MAX_NAME);
  if (PINGS.has(name)) return [{ kind: 'ping' }];
  if (name === 'Tag Push Hook') return [{ kind: 'tag' }];
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
