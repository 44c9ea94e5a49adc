// Finds the proxies that the samples in ops/ are tried with, promtool for the alerts there, and PgBouncer; nginx also stands before a cluster under test.
import { findOrInstall, findProgram } from './debian.mjs';

/** Path of the system's nginx, undefined when there is none. */
export function findNginx() {
  return findProgram('nginx');
}

export const MISSING_NGINX = 'needs nginx (Debian: apt-get install nginx-light)';

/** Finds nginx, or installs it where that is expected: on Debian as root. Undefined without one. */
export function findOrInstallNginx(say = console.error) {
  return findOrInstall(findNginx, 'nginx', [['nginx-light']], say);
}

/** Path of the system's Caddy, undefined when there is none. */
export function findCaddy() {
  return findProgram('caddy');
}

export const MISSING_CADDY = 'needs Caddy (Debian: apt-get install caddy)';

/** Path of the system's promtool, undefined when there is none. */
export function findPromtool() {
  return findProgram('promtool');
}

/** Path of the system's PgBouncer, undefined when there is none. */
export function findPgBouncer() {
  return findProgram('pgbouncer');
}

export const MISSING_PGBOUNCER = 'needs PgBouncer (Debian: apt-get install pgbouncer)';

/** Like `findOrInstallNginx`. */
export function findOrInstallPgBouncer(say = console.error) {
  return findOrInstall(findPgBouncer, 'PgBouncer', [['pgbouncer']], say);
}
