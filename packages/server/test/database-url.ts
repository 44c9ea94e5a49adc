import type { PoolConfig } from 'pg';

/** The connection as a `DATABASE_URL`, also for a server that listens on a Unix socket only. */
export function databaseUrl({ host = '', port, user = '', password, database = '' }: PoolConfig): string {
  const url = new URL(`postgres:///${database}`);
  url.searchParams.set('host', host);
  url.searchParams.set('user', user);
  if (port !== undefined) url.searchParams.set('port', String(port));
  if (typeof password === 'string') url.searchParams.set('password', password);
  return url.href;
}
