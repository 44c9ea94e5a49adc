// The reference of a warm call: node:http that echoes what it receives, and nothing else.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () =>
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(text),
  );
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
