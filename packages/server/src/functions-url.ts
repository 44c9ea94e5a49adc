import { isLoopback } from '@atrium/host/http/connections/address';
import { StartError } from '@atrium/host/start-error';
import { isPublished, ownHost } from './public-address.ts';

/** Stands for a domain's name in `ATRIUM_FUNCTIONS_URL`. */
const DOMAIN = '{domain}';
/** As `domains.address_name` is made. */
const NAME = '[0-9a-f]{12}';

interface Settings {
  functionsUrl: string | undefined;
  host: string;
  publicUrl: string | undefined;
}

/** A request below the addresses of a domain. */
interface AddressedRequest {
  addressName: string;
  /** As it was sent, without the query; begins with a slash. */
  path: string;
  /** With the query. */
  url: string;
}

/** The addresses of functions: an origin apart from the console's. */
export interface FunctionsUrl {
  /** Base address of a domain, without a slash at its end; undefined where this installation has none. */
  of(addressName: string): string | undefined;
  /** Called once the server listens, when its port was left open. */
  listensOn(port: number): void;
  find(host: string, url: string): AddressedRequest | undefined;
  /** Responses share their origin with those of other domains, or their host, and so its cookies, with the console. */
  readonly isShared: boolean;
}

export function createFunctionsUrl({ functionsUrl, host, publicUrl }: Settings): FunctionsUrl {
  let port = 0;
  const of = (addressName: string) => {
    if (functionsUrl !== undefined) return withName(functionsUrl, addressName);
    return isPublished(publicUrl) ? undefined : `http://${ownHost(host)}:${port}/${addressName}`;
  };
  const isByHost =
    functionsUrl !== undefined && !new URL(withName(functionsUrl, 'x')).pathname.endsWith('/x');
  const read = isByHost ? byHost(functionsUrl) : byPath;
  return {
    isShared: !isByHost || hostOf(withName(functionsUrl, 'x')) === hostOf(publicUrl ?? ''),
    of,
    listensOn(listening) {
      port = listening;
    },
    find(requestHost, url) {
      const given = read(requestHost, url);
      const base = given && of(given.addressName);
      if (given === undefined || base === undefined) return undefined;
      const [path = ''] = given.rest.split('?', 1);
      return { addressName: given.addressName, path, url: base + given.rest };
    },
  };
}

function withName(template: string, name: string): string {
  return template.replace(DOMAIN, name);
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.hostname;
}

/** Reads the name of a domain from a request; the rest is the URL behind it. */
type ReadName = (host: string, url: string) => { addressName: string; rest: string } | undefined;

const IN_PATH = new RegExp(`^/(${NAME})(/.*)$`, 's');
const ALONE = new RegExp(`^${NAME}$`);

const byPath: ReadName = (_host, url) => {
  const [, addressName, rest] = IN_PATH.exec(url) ?? [];
  return addressName !== undefined && rest !== undefined ? { addressName, rest } : undefined;
};

function byHost(functionsUrl: string): ReadName {
  const placeholder = 'domain-of-the-address';
  const address = URL.parse(withName(functionsUrl, placeholder))?.host ?? '';
  const [before = '', after = ''] = address.split(placeholder);
  return (host, url) => {
    const given = host.toLowerCase().replace(/\.(?=:|$)/, '');
    if (!given.startsWith(before) || !given.endsWith(after)) return undefined;
    const addressName = given.slice(before.length, given.length - after.length);
    return ALONE.test(addressName) && url.startsWith('/') ? { addressName, rest: url } : undefined;
  };
}

/** Checks the address of functions beside the console's; a sentence about what is wrong. */
export function checkFunctionsUrl(functionsUrl: string | undefined, publicUrl: string | undefined): void {
  if (functionsUrl === undefined) return;
  const shown = `ATRIUM_FUNCTIONS_URL=${functionsUrl}`;
  const [before, after, ...others] = functionsUrl.split(DOMAIN);
  const parsed = URL.parse(withName(functionsUrl, 'x'));
  const isHost = /^https?:\/\/$/.test(before ?? '') && /^\.[\w.-]+(?::\d+)?$/.test(after ?? '');
  const isPath = /^https?:\/\/[\w.[\]:-]+\/$/.test(before ?? '') && after === '';
  if (parsed === null || others.length > 0 || (!isHost && !isPath)) {
    throw new StartError(
      `${shown} must have {domain} once, as the first part of its host or as its whole path: https://{domain}.run.example.com or http://127.0.0.1:8081/{domain}.`,
    );
  }
  if (!isPublished(publicUrl)) return;
  if (isPath) {
    throw new StartError(
      `${shown} gives all domains one origin, so pages of one could read those of others; put {domain} in front of its host: https://{domain}.run.example.com.`,
    );
  }
  if (parsed.protocol !== 'https:' || isLoopback(parsed.hostname)) {
    throw new StartError(`${shown} must be an https address that others reach, as ATRIUM_PUBLIC_URL is.`);
  }
  const [console, base] = [new URL(publicUrl).hostname, after?.slice(1).replace(/:\d+$/, '') ?? ''];
  if (console === base || console.endsWith(`.${base}`)) {
    throw new StartError(
      `${shown} could be the host of the console itself; use a domain of its own, apart from ${console}.`,
    );
  }
}
