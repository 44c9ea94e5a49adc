export function findNginx(): string | undefined;
export function findOrInstallNginx(): string | undefined;
export const MISSING_NGINX: string;
export function findCaddy(): string | undefined;
export const MISSING_CADDY: string;
export function findPgBouncer(): string | undefined;
export function findOrInstallPgBouncer(): string | undefined;
export const MISSING_PGBOUNCER: string;
export function findSshServer(): string | undefined;
export function findOrInstallSshServer(): string | undefined;
export const MISSING_SSH_SERVER: string;
export function findPromtool(): string | undefined;

export interface Nginx {
  /** Everything it has complained about so far. */
  complaints(): string;
  stop(): Promise<void>;
}
export function isListening(port: number): Promise<boolean>;
export function startNginx(site: string, port: number): Promise<Nginx>;
export function servicesSite(port: number, servicesPorts: readonly [number, number]): string;
