import { getPublicSuffix } from 'tldts-icann';

/** Reason why a pattern cannot be used; undefined if it can. */
export function findHostProblem(pattern: string): string | undefined {
  if (!pattern.startsWith('*.')) return undefined;
  const [name = ''] = pattern.slice(2).split(':');
  return getPublicSuffix(name) === name
    ? `but below ${name} anyone has a name: name more than "*.${name}"`
    : undefined;
}

/** The host of an address as functions declare it: with its port unless that is the usual one. */
export function hostOf({ hostname, port }: URL): string {
  return port === '' ? hostname : `${hostname}:${port}`;
}

/** `*` stands for exactly one label. */
export function matchesHost(pattern: string, host: string): boolean {
  if (!pattern.startsWith('*.')) return pattern === host;
  const dot = host.indexOf('.');
  return dot > 0 && host.slice(dot) === pattern.slice(1);
}
