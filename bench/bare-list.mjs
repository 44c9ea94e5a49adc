// The reference of the list: node:http and the same query with the same driver, and nothing else.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ host: process.argv[2], port: 5432, user: 'atrium', database: 'atrium', max: 10 });
const text = `
  select session.id, session.domain_id, session.user_id, session.impersonator_id, session.opened_by_session_id,
    session.opened_by_key_id, session.ends_by, session.user_agent, session.address, session.created_on,
    session.last_used_on, session.expires_on, session.ended_on, session.device_id, session.is_acting,
    provider.name as via, person.username, impersonator.username as impersonator_name
  from sessions session
    left join users person on person.id = session.user_id
    left join users impersonator on impersonator.id = session.impersonator_id
    left join provider_sign_ins sign_in on sign_in.id = session.provider_sign_in_id
    left join identity_providers provider on provider.id = sign_in.provider_id
  where ((session.domain_id = $1 and session.user_id = $2)
      or (session.impersonator_id = $2 and impersonator.domain_id = $1)) and session.ended_on is null and session.expires_on > $3
  order by session.last_used_on desc, session.id desc`;
const { rows: found } = await pool.query("select id, domain_id from users where username = 'admin'");
const [admin] = found;

/** @param {import('node:http').ServerResponse} response */
async function answer(response) {
  // Prepared, as the product's statement is.
  const { rows } = await pool.query({ name: 'list', text, values: [admin.domain_id, admin.id, new Date()] });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(rows));
}

const server = createServer((_request, response) => void answer(response));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
