// The reference of a call through the platform: a reverse proxy of node:http that passes requests on, and nothing else.
import { Agent, createServer, request } from 'node:http';

const target = new URL(process.argv[2]);
const agent = new Agent({ keepAlive: true });

const server = createServer((incoming, outgoing) => {
  const passed = request(
    {
      agent,
      host: target.hostname,
      port: target.port,
      path: incoming.url,
      method: incoming.method,
      headers: incoming.headers,
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    },
  );
  passed.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(passed);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
