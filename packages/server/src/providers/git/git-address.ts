import { GitError } from './git-errors.ts';

export interface GitAddress {
  /** The address in its one spelling, without username and password. */
  url: string;
  protocol: 'https:' | 'http:';
  /** Host with its port, where it has one. */
  host: string;
}

const MAX_PORT = 65_535;

/** Reads the address that a user typed. Only https and http are supported; see the guarded proxy for http. */
export function readGitAddress(text: string): GitAddress {
  const trimmed = text.trim();
  if (/[\p{Cc}\s]/u.test(trimmed)) throw notAllowed('The URL must not contain spaces or control characters.');
  const port = /^https?:\/\/[^/\\]*:(\d+)(?:[/\\]|$)/i.exec(trimmed)?.[1];
  if (port !== undefined && Number(port) > MAX_PORT) {
    throw notAllowed(`The port of the URL can be at most ${MAX_PORT}, not ${port}.`);
  }
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') {
    const isSsh = SSH_URL.test(trimmed) || SCP.test(trimmed);
    throw notAllowed(
      isSsh
        ? 'The URL must begin with https://. An address for ssh needs a connection with a deploy key.'
        : 'The URL must begin with https://. Other kinds of addresses are not allowed.',
    );
  }
  // `https:host` and `https:\\host` are the same to a browser, but not to git.
  if (!/^https?:\/\/[^/\\]/i.test(trimmed)) throw notAllowed('The URL must begin with https://.');
  if (url.username !== '' || url.password !== '') {
    throw notAllowed('Enter the username and password in their own fields, not in the URL.');
  }
  if (url.hash !== '' || url.search !== '') throw notAllowed('The URL must not contain ? or #.');
  return { url: url.href, protocol: url.protocol, host: url.host };
}

export interface SshAddress {
  /** The address in its one spelling. */
  url: string;
  host: string;
  port: number;
}

export const SSH_PORT = 22;
const SSH_EXAMPLE = 'git@git.example.com:shop/config.git';

/** Reads an address for a deploy key: `ssh://git@host:22/path` or `git@host:path`. */
export function readSshAddress(text: string): SshAddress {
  const trimmed = text.trim();
  if (/[\p{Cc}\s]/u.test(trimmed)) throw notAllowed('The URL must not contain spaces or control characters.');
  const parts = SSH_URL.exec(trimmed)?.groups ?? SCP.exec(trimmed)?.groups;
  if (parts === undefined)
    throw notAllowed(
      `The URL for a deploy key must be like ${SSH_EXAMPLE} or ssh://git@git.example.com/shop/config.git.`,
    );
  const { user = 'git', host = '', port: given, path = '' } = parts;
  const port = Number(given ?? SSH_PORT);
  if (port < 1 || port > MAX_PORT)
    throw notAllowed(`The port of the URL can be at most ${MAX_PORT}, not ${given}.`);
  // One notation: ssh and the guard would read others, such as octal numbers, differently.
  const plain = URL.canParse(`https://${host}/`) ? new URL(`https://${host}/`).hostname : '';
  if (plain === '') throw notAllowed('The URL has no valid host name.');
  if (path.startsWith('-') || path.split('/').some((name) => name === '.' || name === '..'))
    throw notAllowed('The path of the URL is not that of a repository.');
  // Without a slash the path begins in the home folder of the user there, which only this form says.
  const isInHome = !path.startsWith('/') && given === undefined;
  const slash = path.startsWith('/') ? '' : '/';
  const url = isInHome
    ? `${user}@${plain}:${path}`
    : `ssh://${user}@${plain}${port === SSH_PORT ? '' : `:${port}`}${slash}${path}`;
  return { url, host: plain, port };
}

const SSH_USER_HOST = String.raw`(?:(?<user>[A-Za-z0-9_][\w.-]{0,63})@)?(?<host>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])`;
/** No query, fragment or percent signs, which git would decode. */
const SSH_PATH = String.raw`[^\\?#%"'\x60$]+`;
const SSH_URL = new RegExp(`^ssh://${SSH_USER_HOST}(?::(?<port>\\d{1,5}))?(?<path>/${SSH_PATH})$`, 'i');
const SCP = new RegExp(`^(?!\\w+://)${SSH_USER_HOST}:(?!//)(?<path>${SSH_PATH})$`);

function notAllowed(message: string): GitError {
  return new GitError('ADDRESS_NOT_ALLOWED', message);
}
