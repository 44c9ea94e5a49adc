import { isIP } from 'node:net';
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

/** Place at which functions of a domain are called: below its name in the installation's addresses, or at a host name of its own. */
export type FunctionsPlace = { addressName: string } | { hostName: string };

/** A request below the addresses of a domain. */
interface AddressedRequest {
  place: FunctionsPlace;
  /** As it was sent, without the query; begins with a slash. */
  path: string;
  /** With the query. */
  url: string;
}

/** The addresses of functions: an origin apart from the console's. */
export interface FunctionsUrl {
  /** Base address of a domain, without a slash at its end; undefined where this installation has none. */
  of(addressName: string): string | undefined;
  /** Base address at a host name that is assigned to a domain. */
  ofHost(hostName: string): string | undefined;
  /** Why a host name can be assigned to no domain; undefined for one that can. */
  refuseHost(hostName: string): string | undefined;
  /** Called once the server listens, when its port was left open. */
  listensOn(port: number): void;
  /** At any name that is none of the installation's, `place` is the name, whether it is assigned or not. */
  find(host: string, url: string): AddressedRequest | undefined;
  /** Responses at the installation's addresses share their origin with those of other domains, or their host, and so its cookies, with the console. */
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
  const base = hostOf(functionsUrl === undefined ? `http://${ownHost(host)}` : withName(functionsUrl, 'x'));
  const ownHosts = [hostOf(publicUrl ?? ''), isByHost ? base?.slice('x.'.length) : base];
  const ofHost = (hostName: string) => {
    const like = URL.parse(of('x') ?? '');
    return like ? `${like.protocol}//${hostName}${like.port === '' ? '' : `:${like.port}`}` : undefined;
  };
  return {
    isShared: !isByHost || hostOf(withName(functionsUrl, 'x')) === hostOf(publicUrl ?? ''),
    of,
    ofHost,
    refuseHost(hostName) {
      const own = ownHosts.find((each) => each !== undefined && !isLoopback(each) && overlap(each, hostName));
      return own && `${hostName} cannot be assigned: ${own} is a host of this Atrium.`;
    },
    listensOn(listening) {
      port = listening;
    },
    find(requestHost, url) {
      const hostName = nameOf(requestHost);
      const isForeign = hostName.includes('.') && isIP(hostName) === 0;
      if (isForeign && !ownHosts.some((each) => each !== undefined && isBelow(hostName, each))) {
        const address = ofHost(hostName);
        if (address === undefined || !url.startsWith('/')) return undefined;
        return { place: { hostName }, path: pathOf(url), url: address + url };
      }
      const given = read(requestHost, url);
      const address = given && of(given.addressName);
      if (given === undefined || address === undefined) return undefined;
      const { addressName, rest } = given;
      return { place: { addressName }, path: pathOf(rest), url: address + rest };
    },
  };
}

function withName(template: string, name: string): string {
  return template.replace(DOMAIN, name);
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.hostname;
}

/** Name of the host of a request: without its port and the dot that may end it. */
function nameOf(requestHost: string): string {
  return requestHost.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

function isBelow(hostName: string, own: string): boolean {
  return hostName === own || hostName.endsWith(`.${own}`);
}

/** Whether pages at one of two hosts can set cookies for the other. */
function overlap(one: string, other: string): boolean {
  return isBelow(one, other) || isBelow(other, one);
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
