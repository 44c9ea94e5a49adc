// The reference of the list: node:http and the same query with the same driver, and nothing else.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ host: process.argv[2], port: 5432, user: 'atrium', database: 'atrium', max: 10 });
const query = `select id, domain_id, user_id, impersonator_id, opened_by_session_id, opened_by_key_id, ends_by, user_agent,
  address, created_on, last_used_on, expires_on, ended_on, device_id, is_acting,
  (select p.name from provider_sign_ins s inner join identity_providers p on p.id = s.provider_id
    where s.id = sessions.provider_sign_in_id) as via,
  (select username from users where users.id = sessions.user_id) as username,
  (select username from users where users.id = sessions.impersonator_id) as impersonator_name
  from sessions
  where ((domain_id = $1 and user_id = $2)
    or impersonator_id in (select id from users where domain_id = $1 and id = $2))
  and ended_on is null and expires_on > $3 order by last_used_on desc, id desc`;
const { rows: found } = await pool.query("select id, domain_id from users where username = 'admin'");
const [admin] = found;

/** @param {import('node:http').ServerResponse} response */
async function answer(response) {
  const { rows } = await pool.query(query, [admin.domain_id, admin.id, new Date()]);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(rows));
}

const server = createServer((_request, response) => void answer(response));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
