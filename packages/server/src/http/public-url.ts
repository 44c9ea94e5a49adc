import type { Config } from '../config.ts';
import { ownHost } from '../public-address.ts';

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
