import type { FastifyInstance } from 'fastify';

/**
 * Lets the app close as soon as the requests under way are answered. Node waits for more: without end for a connection
 * on which no request has come yet, and for one whose request ends meanwhile until it times out.
 */
export function endConnectionsWhenAnswered(app: FastifyInstance): void {
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
  app.addHook('preClose', async () => {
    isClosing = true;
    endAll();
  });
}
