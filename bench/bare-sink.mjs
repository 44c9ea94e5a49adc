// The reference of a webhook: node:http that reads a body and answers without one.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
