import { isEverywhere } from '@atrium/host/http/connections/address';
import type { Config } from '../config.ts';

/** The public address of this installation, for links in mails. Never taken from a request's Host header. */
export interface PublicUrl {
  /** Without a slash at the end. */
  get(): string;
  /** Called once the server listens, when its port was left open. */
  listensOn(port: number): void;
}

export function createPublicUrl({ publicUrl, host, port }: Config): PublicUrl {
  let actualPort = port;
  return {
    get: () => publicUrl ?? `http://${ownHost(host)}:${actualPort}`,
    listensOn(listening) {
      actualPort = listening;
    },
  };
}

/** Host in an address for connections from this machine. */
export function ownHost(host: string): string {
  if (isEverywhere(host)) return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
