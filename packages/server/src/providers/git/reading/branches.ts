import type { GitProviderLimits } from '../cache/repository-context.ts';
import { notARepository, sha256NotSupported } from '../git-errors.ts';
import type { RemoteSession } from '../remote-session.ts';

export interface RemoteBranches {
  /** The first ones of many. */
  branches: string[];
  /** Branch of HEAD; null for an empty repository. */
  defaultBranch: string | null;
  /** Tags that no branch is named like; the first ones of many. */
  tags: string[];
}

/** The branches of a remote with their commits. */
export interface RemoteHeads {
  heads: Map<string, string>;
  /** Branch of HEAD, existing or not; null if HEAD is not a branch, or not reported. */
  head: string | null;
  /** The same where it is there; null for an empty repository. */
  defaultBranch: string | null;
  /** Address to which the host redirects git; null without a redirect. */
  movedTo: string | null;
}

export interface ListCall {
  folder: string;
  limits: GitProviderLimits;
  signal: AbortSignal;
}

const HEADS = 'refs/heads/';
const TAGS = 'refs/tags/';
/** Suffix of an annotated tag's target, listed beside the tag itself. */
const PEELED = '^{}';
const UNBORN_HEAD = /< unborn HEAD symref-target:refs\/heads\/(\S+)$/m;
const REDIRECT = /^warning: redirecting to (\S{1,500})$/m;
const SHA256 = /^[0-9a-f]{64}$/;
const MAX_LIST_BYTES = 8 * 1024 * 1024;

/** Asks for the names only; also the check of address and credentials. */
export async function listRemoteBranches(session: RemoteSession, call: ListCall): Promise<RemoteBranches> {
  const { refs, heads, defaultBranch } = await listRefs(session, call, [`${HEADS}*`, `${TAGS}*`]);
  const tags = [...refs.keys()]
    .filter((ref) => ref.startsWith(TAGS) && !ref.endsWith(PEELED))
    .map((ref) => ref.slice(TAGS.length))
    .filter((name) => !heads.has(name))
    .slice(0, call.limits.maxBranches);
  return { branches: [...heads.keys()].slice(0, call.limits.maxBranches), defaultBranch, tags };
}

/** Like `listRemoteBranches`, without tags, of which there may be many. */
export async function listRemoteHeads(session: RemoteSession, call: ListCall): Promise<RemoteHeads> {
  const { refs: _, ...found } = await listRefs(session, call, [`${HEADS}*`]);
  return found;
}

/** A branch and a tag by their commits; undefined if there is none. */
interface RemoteRef {
  branch: string | undefined;
  tag: string | undefined;
  /** Commit of HEAD, and its branch. */
  head: string | undefined;
  defaultBranch: string | null;
}

/** Asks for one name, or for HEAD only, because a list can be long. */
export async function findRemoteRef(
  session: RemoteSession,
  call: ListCall,
  name?: string,
): Promise<RemoteRef> {
  const patterns = name === undefined ? [] : [HEADS + name, TAGS + name];
  const { refs, defaultBranch } = await listRefs(session, call, patterns);
  const [branch, tag] = [refs.get(HEADS + name), refs.get(TAGS + name)];
  return { branch, tag, head: refs.get('HEAD'), defaultBranch };
}

async function listRefs(
  session: RemoteSession,
  call: ListCall,
  patterns: readonly string[],
): Promise<RemoteHeads & { refs: Map<string, string> }> {
  const { stdout, stderr } = await session.remote({
    ...call,
    args: ['ls-remote', '--symref', 'origin', 'HEAD', ...patterns],
    maxOutputBytes: MAX_LIST_BYTES,
  });
  const refs = new Map<string, string>();
  const heads = new Map<string, string>();
  let head: string | null = null;
  for (const line of stdout.toString('utf8').split('\n')) {
    const [left = '', name = ''] = line.split('\t');
    if (SHA256.test(left)) throw sha256NotSupported();
    if (name === 'HEAD' && left.startsWith(`ref: ${HEADS}`)) head = left.slice(5 + HEADS.length);
    else if (name.startsWith(HEADS)) heads.set(name.slice(HEADS.length), left);
    if (name !== '' && !left.startsWith('ref: ')) refs.set(name, left);
  }
  if (refs.size === 0) head ??= await findUnbornHead(session, call);
  // HEAD of an empty repository names a branch that is not there yet.
  return { refs, heads, head, defaultBranch: refs.has('HEAD') ? head : null, movedTo: readRedirect(stderr) };
}

/** Address in git's warning, without a name or password. */
function readRedirect(stderr: string): string | null {
  const text = REDIRECT.exec(stderr)?.[1];
  if (text === undefined || !URL.canParse(text)) return null;
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/$/, '');
}

/**
 * The branch that HEAD of an empty repository names, which git only shows in its packets.
 *
 * Git mistakes any short response for the list of an old, plain file server, so that a web page of one line looks like
 * a repository without branches. A second request shows whether packets arrived, as from every git host.
 */
async function findUnbornHead(session: RemoteSession, call: ListCall): Promise<string | null> {
  const { stderr } = await session.remote({
    ...call,
    args: ['ls-remote', 'origin', 'HEAD'],
    maxOutputBytes: MAX_LIST_BYTES,
    environment: { GIT_TRACE_PACKET: '1' },
  });
  if (!/\bpacket: /.test(stderr)) throw notARepository();
  return UNBORN_HEAD.exec(stderr)?.[1] ?? null;
}
