/** Default destination after a sign-in. */
export const DASHBOARD_PATH = '/console/';

const HERE = 'https://here.invalid';
/** Paths that are encoded more often are treated as malicious. */
const DECODED_TIMES = 4;

/**
 * Returns the destination after a sign-in: `next` if it is a page of the console, else the dashboard. The URL
 * parser makes that decision, so that `//host`, `/\host`, tabs, schemes, credentials and dots cannot lead
 * elsewhere.
 */
export function safeNextPath(next: string | null | undefined, fallback = DASHBOARD_PATH): string {
  if (next === null || next === undefined || next === '') return fallback;
  const path = toPathHere(decodeOnce(next));
  if (path === undefined || !staysInConsole(path) || path.startsWith('/console/login')) return fallback;
  return path;
}

/** Also after a server or a router has decoded it again. */
function staysInConsole(path: string): boolean {
  let pathname: string | undefined = URL.parse(path, HERE)?.pathname ?? '';
  for (let round = 0; round < DECODED_TIMES; round += 1) {
    if (pathname === undefined || !pathname.startsWith('/console/')) return false;
    const decoded = decode(pathname);
    if (decoded === pathname) return true;
    // A question mark or a number sign that was encoded is part of the path, and dots behind it count too.
    pathname = toPathHere(decoded.replaceAll(/[?#]/g, '/'));
  }
  return false;
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
  return /^%2f/i.test(value) ? decode(value) : value;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
