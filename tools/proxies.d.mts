export function findNginx(): string | undefined;
export function findOrInstallNginx(say?: (line: string) => void): string | undefined;
export const MISSING_NGINX: string;
export function findCaddy(): string | undefined;
export const MISSING_CADDY: string;
export function findPgBouncer(): string | undefined;
export function findOrInstallPgBouncer(say?: (line: string) => void): string | undefined;
export const MISSING_PGBOUNCER: string;
export function findPromtool(): string | undefined;
