import { STATUS_CODES } from 'node:http';
import type { GitFailure } from '@atrium/contract/configuration/git-failure';
import { UnprocessableError } from '@atrium/host/errors';
import type { OutboundError, OutboundFailure } from '@atrium/host/outbound/outbound-error';

/** Failures of a host that is unavailable or busy: callers try again. */
export const AWAY_FAILURES: ReadonlySet<GitFailure> = new Set([
  'UNREACHABLE',
  'TIMEOUT',
  'TOO_MANY_REQUESTS',
  'CANCELED',
]);

/** A failure of git with its own text, answered as 422. */
export class GitError extends UnprocessableError {
  readonly failure: GitFailure;
  /** HTTP status of the git host, where its response was an error. */
  readonly hostStatus: number | undefined;

  constructor(failure: GitFailure, message: string, cause?: unknown, hostStatus?: number) {
    super(message, { details: { failure }, cause });
    this.failure = failure;
    this.hostStatus = hostStatus;
  }
}

/** The same for hosts that do not exist, do not respond, and may not be called. */
const UNREACHABLE_MESSAGE = 'The git host cannot be reached.';

const BY_OUTBOUND: Record<OutboundFailure, [GitFailure, string]> = {
  ADDRESS_NOT_ALLOWED: [
    'ADDRESS_NOT_ALLOWED',
    'The git host is at a private address, which is not allowed on this installation.',
  ],
  HOST_NOT_ALLOWED: [
    'ADDRESS_NOT_ALLOWED',
    'This git host is not allowed on this installation. Ask the operator to allow it.',
  ],
  PORT_NOT_ALLOWED: ['ADDRESS_NOT_ALLOWED', 'The port is not allowed for git hosts.'],
  PROTOCOL_NOT_ALLOWED: ['ADDRESS_NOT_ALLOWED', 'Only https and http are allowed.'],
  NOT_ENCRYPTED: ['ADDRESS_NOT_ALLOWED', 'Plain http would send the password unprotected. Please use https.'],
  UNREACHABLE: ['UNREACHABLE', UNREACHABLE_MESSAGE],
  LOOKUP_TIMEOUT: [
    'TIMEOUT',
    'The name of the git host could not be looked up in time. Please try again in a moment.',
  ],
  TIMEOUT: ['TIMEOUT', 'The git host stopped responding.'],
  TOO_LARGE: ['TOO_LARGE', 'The git host sent too much.'],
  // Git requests each missing object with another fetch, and those fetches request more.
  TOO_MANY_CONNECTIONS: ['DAMAGED', 'The repository is damaged: objects are missing. "git fsck" names them.'],
  CANCELED: ['CANCELED', 'Canceled.'],
};

/** Translates why a connection to a git host was refused or cut. */
export function toGitError(error: OutboundError): GitError {
  const [failure, message] = BY_OUTBOUND[error.failure];
  const { hostname, port, maxBytes } = error;
  if (error.failure === 'PORT_NOT_ALLOWED')
    return new GitError(failure, `Port ${port} is not allowed for git hosts.`, error);
  if (hostname !== undefined)
    return new GitError(failure, `The git host ${hostname} cannot be found.`, error);
  if (maxBytes !== undefined) {
    const megabytes = Math.round(maxBytes / 1024 / 1024);
    return new GitError(failure, `The git host sent more than ${megabytes} MB.`, error);
  }
  return new GitError(failure, message, error);
}

const NO_REPOSITORY_THERE = 'There is no repository at this address.';

const NO_REPOSITORY_MESSAGE = 'There is no git repository at this address.';

export const notARepository = () => new GitError('NOT_A_REPOSITORY', NO_REPOSITORY_MESSAGE);

export const sha256NotSupported = () => new GitError('NOT_SUPPORTED', SHA256_MESSAGE);

const SHA256_MESSAGE =
  'The repository has SHA-256 object ids, which are not supported. Use a repository with SHA-1 ids.';

/** Messages of git (in English, as its environment sets), in the order of matching. */
const KNOWN_TEXTS: [RegExp, GitFailure, string][] = [
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key verification failed/,
    'HOST_KEY_CHANGED',
    'The git host has shown another key than the confirmed one. Test the connection.',
  ],
  [
    /Permission denied \((?:publickey|[\w,-]*publickey)/,
    'CREDENTIALS_REFUSED',
    'The git host does not know the deploy key. Add its public half to the repository there.',
  ],
  [
    /marked as read only|key does not have write access|not allowed to (?:push|upload) /,
    'ACCESS_DENIED',
    'The git host lets this deploy key only read. Allow it to write there.',
  ],
  [/Repository not found|project you were looking for could not be found/i, 'NOT_FOUND', NO_REPOSITORY_THERE],
  [
    /cannot run ssh|ssh: (?:command )?not found/,
    'FAILED',
    'ssh could not be started. Is it installed on the server (Debian: openssh-client)?',
  ],
  [
    /No user exists for uid/,
    'FAILED',
    'ssh needs the account of the server in /etc/passwd. Run the server as a known user.',
  ],
  [
    /Authentication failed|could not read (?:Username|Password)|invalid credentials|returned error: 401/i,
    'CREDENTIALS_REFUSED',
    'The git host rejected the username or password. Use an access token if your host requires two-factor sign-in.',
  ],
  [/returned error: 403/, 'ACCESS_DENIED', 'The git host does not allow this user to use the repository.'],
  [
    /returned error: 429|HTTP code 429/,
    'TOO_MANY_REQUESTS',
    'The git host is getting too many requests. Wait a few minutes, then try again.',
  ],
  [/repository '.*' not found|returned error: (?:404|410)/, 'NOT_FOUND', NO_REPOSITORY_THERE],
  [
    /SSL certificate|certificate verif|self.signed certificate/i,
    'CERTIFICATE',
    "The git host's certificate could not be verified.",
  ],
  [
    /too-short tree|malformed mode|empty filename in tree|bad tree object|possible repository corruption/,
    'DAMAGED',
    'The repository is damaged: it contains an object that git cannot read. "git fsck" names it.',
  ],
  [
    /unable to update url base from redirection/,
    'CREDENTIALS_REFUSED',
    'The git host redirects to another page, such as its sign-in page, instead of the repository. Check the URL, and enter an access token as the password.',
  ],
  [
    /mismatched algorithms|unknown object format|object format .* not supported/,
    'NOT_SUPPORTED',
    SHA256_MESSAGE,
  ],
  [
    /Server does not support (?:shallow|--depth)/,
    'NOT_SUPPORTED',
    'The git host cannot send a commit without its history.',
  ],
  [
    /info\/refs not valid|not a git repository|does not appear to be a git repository|invalid server response|unexpected end of file|protocol error|bad line length|expected flush/i,
    'NOT_A_REPOSITORY',
    NO_REPOSITORY_MESSAGE,
  ],
  [
    /couldn't find remote ref (?:refs\/heads\/|HEAD)/,
    'BRANCH_MISSING',
    'The branch does not exist in the repository.',
  ],
  [
    /not our ref|unadvertised object|couldn't find remote ref [0-9a-f]{40}/,
    'COMMIT_MISSING',
    'The repository does not have the commit, or its git host serves only the newest commits of branches.',
  ],
  [
    /did not send all necessary objects/,
    'COMMIT_MISSING',
    'The git host did not send the commit: the sha may be that of a file, or objects of the commit are missing.',
  ],
  [/attempting to allocate/, 'TOO_LARGE', 'The repository contains an object that is too large.'],
  // The operating system's limits of one process.
  [
    /[Oo]ut of memory|annot allocate memory/,
    'TOO_LARGE',
    'Git needs more memory than it may use for this repository.',
  ],
  [
    /died of signal (?:9|24)\b/,
    'TIMEOUT',
    'Git needs more processor time than it may use for this repository.',
  ],
  [
    /kex_exchange_identification|Connection closed by |Could not resolve|Failed to connect|Connection refused|Connection timed out|Connection reset|Empty reply|HTTP code 50\d|HTTP code 407/,
    'UNREACHABLE',
    UNREACHABLE_MESSAGE,
  ],
];

const CLOSED_MESSAGE = 'The git host closed the connection before it had sent everything. Please try again.';

/** A status, as curl reports it. */
const STATUS = /returned error: (\d{3})\b/;

/** Status with its name, such as `413 (Payload Too Large)`. */
export function statusText(status: number): string {
  const name = STATUS_CODES[status];
  return name === undefined ? String(status) : `${status} (${name})`;
}

/** The error that git's last words mean. `secrets` never get into a message. */
export function readGitError(stderr: string, secrets: readonly string[]): GitError {
  const code = STATUS.exec(stderr)?.[1];
  const status = code === undefined ? undefined : Number(code);
  const known = KNOWN_TEXTS.find(([pattern]) => pattern.test(stderr));
  // The page of an error is no repository either.
  if (status !== undefined && (known === undefined || known[1] === 'NOT_A_REPOSITORY')) {
    return readStatus(status);
  }
  if (known !== undefined) return new GitError(known[1], known[2], undefined, status);
  if (/remote end hung up|early EOF|unexpected disconnect/.test(stderr)) {
    return new GitError('UNREACHABLE', CLOSED_MESSAGE);
  }
  const lines = stderr.split(/[\r\n]+/);
  const line =
    lines.findLast((text) => /^(?:fatal|error):/.test(text)) ?? lines.find((text) => /^remote:/.test(text));
  const shown = line === undefined ? 'no reason given' : hide(line, secrets).slice(0, 300);
  return new GitError('FAILED', `Git failed: ${shown}`);
}

function readStatus(status: number): GitError {
  const [failure, next] =
    status < 500 || status === NETWORK_SIGN_IN
      ? (['FAILED', 'Check the URL and the access to the repository with the operator of the host.'] as const)
      : (['UNREACHABLE', 'Please try again later.'] as const);
  return new GitError(
    failure,
    `The git host responded with ${statusText(status)}. ${next}`,
    undefined,
    status,
  );
}

const NETWORK_SIGN_IN = 511;

/** A shorter one may be a part of any word; as a part of one it reveals nothing. */
const LONG_SECRET = 8;

function hide(text: string, secrets: readonly string[]): string {
  let shown = text.replace(/\/\/[^/@\s]+@/g, '//');
  for (const secret of secrets) {
    if (secret === '') continue;
    for (const form of [secret, encodeURIComponent(secret)]) {
      shown = shown.replaceAll(form.length < LONG_SECRET ? wholeWord(form) : form, '…');
    }
  }
  return shown;
}

/** At an end that is a letter or a digit, rejects an adjacent letter or digit. */
function wholeWord(text: string): RegExp {
  const before = /^[\p{L}\p{N}]/u.test(text) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = /[\p{L}\p{N}]$/u.test(text) ? '(?![\\p{L}\\p{N}])' : '';
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(`${before}${literal}${after}`, 'gu');
}
