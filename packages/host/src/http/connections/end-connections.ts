import type { FastifyInstance } from 'fastify';
import { isEnding, type Lifecycle } from '../../lifecycle.ts';

/**
 * Lets the app close as soon as the requests in progress are answered. Node waits longer: endlessly for a connection on
 * which no request has arrived yet, and until the timeout for one whose request ends in the meantime. While the process
 * is draining, each connection ends with its next response, so that none is left that someone would send a request on at
 * the moment in which it is closed. Requests that are not answered in time are given up.
 */
export function endConnectionsWhenAnswered(
  app: FastifyInstance,
  lifecycle: Lifecycle,
  { patienceMs }: { patienceMs?: number } = {},
): void {
  let isClosing = false;
  let underWay = 0;
  const endAll = () => {
    if (isClosing && underWay === 0) app.server.closeAllConnections();
  };
  app.server.on('connection', (socket) => {
    if (isClosing) socket.destroy();
  });
  app.server.on('request', (_, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      endAll();
    });
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing || isEnding(lifecycle)) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    endAll();
    if (patienceMs === undefined) return;
    const timer = setTimeout(() => app.server.closeAllConnections(), patienceMs);
    app.server.once('close', () => clearTimeout(timer));
  });
}
