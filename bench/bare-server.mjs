// The reference of the start: node:http and nothing else.
import { createServer } from 'node:http';

createServer((_request, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1');
