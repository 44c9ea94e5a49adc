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
    throw notAllowed('The URL must begin with https://. Other kinds of addresses are not allowed.');
  }
  // `https:host` and `https:\\host` are the same to a browser, but not to git.
  if (!/^https?:\/\/[^/\\]/i.test(trimmed)) throw notAllowed('The URL must begin with https://.');
  if (url.username !== '' || url.password !== '') {
    throw notAllowed('Enter the username and password in their own fields, not in the URL.');
  }
  if (url.hash !== '' || url.search !== '') throw notAllowed('The URL must not contain ? or #.');
  return { url: url.href, protocol: url.protocol, host: url.host };
}

function notAllowed(message: string): GitError {
  return new GitError('ADDRESS_NOT_ALLOWED', message);
}
