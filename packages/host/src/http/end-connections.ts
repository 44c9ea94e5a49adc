import type { FastifyInstance } from 'fastify';
import { isEnding, type Lifecycle } from '../lifecycle.ts';

/**
 * Lets the app close as soon as the requests in progress are answered. Node waits longer: endlessly for a connection on
 * which no request has arrived yet, and until the timeout for one whose request ends in the meantime. While the process
 * is draining, each connection ends with its next response, so that none is left that someone would send a request on at
 * the moment in which it is closed.
 */
export function endConnectionsWhenAnswered(app: FastifyInstance, lifecycle: Lifecycle): void {
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
  });
}
