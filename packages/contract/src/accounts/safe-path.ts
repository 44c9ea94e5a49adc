/** Where a sign-in leads if nothing else is requested. */
export const DASHBOARD_PATH = '/console/';

const HERE = 'https://here.invalid';

/**
 * The path to go to after signing in: `next` if it stays on this host, else the dashboard. The URL parser
 * itself decides what stays, so that `//host`, `/\host`, tabs, schemes and credentials cannot lead to another host.
 */
export function safeNextPath(next: string | null | undefined, fallback = DASHBOARD_PATH): string {
  if (next === null || next === undefined || next === '') return fallback;
  const path = toPathHere(decodeOnce(next));
  if (path === undefined || path === '/console' || path.startsWith('/console/login')) return fallback;
  return path;
}

/** A path of this host with its query and hash, or undefined for anything that leads elsewhere. */
export function toPathHere(value: string): string | undefined {
  if (!value.startsWith('/')) return undefined;
  const url = URL.parse(value, HERE);
  if (url === null || url.origin !== HERE || url.username !== '' || url.password !== '') return undefined;
  const path = url.pathname + url.search + url.hash;
  // `/.//host` is normalised to `//host`, which a second reading would take for another host.
  return path.startsWith('//') ? undefined : path;
}

/** A router has decoded the query already; a link written by hand may be encoded a second time. */
function decodeOnce(value: string): string {
  if (!/^%2f/i.test(value)) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
