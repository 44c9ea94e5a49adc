import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** What a server has answered, before it is passed on. */
interface PassedResponse {
  method: string;
  body: string;
}

/** A way to a server on which answers get lost: `lose` ends a response in its own way, or returns false. */
export async function openLosingProxy(
  address: string,
  lose: (passed: PassedResponse, response: ServerResponse) => boolean,
): Promise<AsyncDisposable & { url: string }> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '', headers } = request;
    const given = await text(request);
    const { authorization = '', accept = '' } = headers;
    const passed = { accept, ...(authorization && { authorization }), 'content-type': 'application/json' };
    const answer = await fetch(address + url, { method, headers: passed, ...(given && { body: given }) });
    const body = await answer.text();
    if (!lose({ method, body }, response)) response.writeHead(answer.status).end(body);
  };
  const server = createServer((request, response) => void handle(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
