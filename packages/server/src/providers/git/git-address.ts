import { GitError } from './git-errors.ts';

export interface GitAddress {
  /** The address in its one spelling, without user name and password. */
  url: string;
  protocol: 'https:' | 'http:';
  /** Host with its port, where it has one. */
  host: string;
}

const MAX_PORT = 65_535;

/** Reads the address that a user typed. Only https and http lead anywhere; see the guarded proxy for http. */
export function readGitAddress(text: string): GitAddress {
  const trimmed = text.trim();
  if (/[\p{Cc}\s]/u.test(trimmed))
    throw notAllowed('The git url must not hold spaces or control characters.');
  const port = /^https?:\/\/[^/\\]*:(\d+)(?:[/\\]|$)/i.exec(trimmed)?.[1];
  if (port !== undefined && Number(port) > MAX_PORT) {
    throw notAllowed(`The port of the git url can be at most ${MAX_PORT}, not ${port}.`);
  }
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') {
    throw notAllowed('The git url must begin with https://. Other kinds of addresses are not allowed.');
  }
  // `https:host` and `https:\\host` are the same to a browser, and something else to git.
  if (!/^https?:\/\/[^/\\]/i.test(trimmed)) throw notAllowed('The git url must begin with https://.');
  if (url.username !== '' || url.password !== '') {
    throw notAllowed('Please give user name and password in their own fields, not in the git url.');
  }
  if (url.hash !== '' || url.search !== '') throw notAllowed('The git url must not hold ? or #.');
  return { url: url.href, protocol: url.protocol, host: url.host };
}

function notAllowed(message: string): GitError {
  return new GitError('ADDRESS_NOT_ALLOWED', message);
}
