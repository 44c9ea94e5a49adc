import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '@atrium/host/http/connections/address';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { hasToken } from '../http/metrics.ts';
import { toListenError } from './listen.ts';

interface OpsServer {
  port: number;
  stop(): Promise<void>;
}

/** Separate port for monitoring, regardless of the process's roles: health and figures. */
export async function startOpsServer(
  config: Pick<Config, 'opsHost' | 'opsPort' | 'metricsToken'>,
  registry: Registry,
  findReadiness: () => Promise<boolean>,
): Promise<OpsServer> {
  const respond = async ({ url, headers }: IncomingMessage): Promise<[status: number, text: string]> => {
    switch (url) {
      case '/health/live':
        return [200, '{"status":"UP"}'];
      case '/health/ready': {
        const isReady = await findReadiness();
        return isReady ? [200, '{"status":"UP"}'] : [503, '{"status":"DOWN"}'];
      }
      case '/metrics': {
        const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
        const { metricsToken } = config;
        const mayRead = metricsToken === undefined ? isAskedByOwnName(headers.host) : hasToken(config, token);
        return mayRead ? [200, await registry.metrics()] : [403, ''];
      }
      default:
        return [404, ''];
    }
  };
  const server = createServer((request, response) => {
    request.resume();
    void respond(request)
      .catch((): [number, string] => [500, ''])
      .then(([status, text]) => {
        const type = text.startsWith('{') ? 'application/json' : registry.contentType;
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
      });
  });
  server.requestTimeout = 10_000;
  server.maxConnections = 100;
  const { opsHost: host, opsPort: port = 0 } = config;
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw toListenError(error, host, port, { host: 'ATRIUM_OPS_HOST', port: 'ATRIUM_OPS_PORT' });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A page of another site may have had its name made to point here. */
function isAskedByOwnName(host = ''): boolean {
  return isLoopback(URL.parse(`http://${host}`)?.hostname ?? '');
}
