// The reference of the list: node:http and the same query with the same driver, and nothing else.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ host: process.argv[2], port: 5432, user: 'atrium', database: 'atrium', max: 10 });
const query = `select id, impersonator_id as "impersonatorId", user_agent as "userAgent", address,
  created_on as "createdOn", last_used_on as "lastUsedOn", expires_on as "expiresOn", ended_on as "endedOn"
  from sessions where user_id = (select id from users where username = 'admin')
  and ended_on is null and expires_on > $1 order by last_used_on desc, id desc`;

/** @param {import('node:http').ServerResponse} response */
async function answer(response) {
  const { rows } = await pool.query(query, [new Date()]);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(rows));
}

const server = createServer((_request, response) => void answer(response));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
