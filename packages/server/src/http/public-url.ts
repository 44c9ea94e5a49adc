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
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    get: () => publicUrl ?? `http://${name.includes(':') ? `[${name}]` : name}:${actualPort}`,
    listensOn(listening) {
      actualPort = listening;
    },
  };
}
