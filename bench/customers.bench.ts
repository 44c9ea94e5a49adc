import { join } from 'node:path';
import pg from 'pg';
import { call, signIn } from './administrator.ts';
import { type Benchmark, measureRounds, timeMs } from './frame.ts';
import { startProduct, withDataFolder } from './product.ts';

const CUSTOMERS = 100_000;
const PAGE = 50;

const subjects = [
  { name: `List of the newest ${PAGE}`, unit: 'ms', limit: 100 },
  { name: 'The same rows straight from PostgreSQL', unit: 'ms', isReference: true },
  { name: 'Page from the middle of the list', unit: 'ms', limit: 100 },
  { name: 'Search: a username, which finds one', unit: 'ms', limit: 100 },
  { name: 'Search: two names, which find 100', unit: 'ms', limit: 100 },
  { name: 'Search: one letter, which finds 10,000', unit: 'ms', limit: 100 },
  { name: 'Search: example, which finds all', unit: 'ms', limit: 100 },
  { name: 'Search: what nobody has', unit: 'ms', limit: 100 },
  { name: 'Search: an invoice number', unit: 'ms', limit: 100 },
  { name: 'Search: the last four digits of a card', unit: 'ms', limit: 100 },
  { name: 'Search: an ID', unit: 'ms', limit: 100 },
] as const;

export const benchmark: Benchmark = {
  name: 'customers',
  title: 'Customers, listed and searched by an administrator',
  about: `${CUSTOMERS.toLocaleString('en-US')} customers with one person, one card and one invoice each stand in the store. The calls of the page *Customers* over HTTP, signed in, ${PAGE} to a page, each response checked against the contract. The reference reads the newest ${PAGE} domains and their owners with one statement over one connection.`,
  run: () => withDataFolder(measureCustomers),
};

interface Found {
  content: { id: string; createdOn: string }[];
}

async function measureCustomers(folder: string) {
  const product = await startProduct(folder);
  // Where the embedded PostgreSQL has its socket, in a folder that every account may enter.
  const database = new pg.Client({ host: join(folder, 'database'), user: 'atrium', database: 'atrium' });
  try {
    const caller = { url: product.url, token: await signIn(product.url) };
    await database.connect();
    await fillCustomers(database);
    const search = (body: object) =>
      call<Found>(caller, 'POST', '/console/v1/customers', { size: PAGE, ...body });
    const timeSearch = (found: number, text: string) =>
      timeMs(async () => {
        const { content } = await search({ text });
        if (content.length !== found) throw new Error(`"${text}" found ${content.length}, not ${found}`);
      });
    const { rows } = await database.query<{ id: string; createdOn: Date }>(
      `select id, created_on as "createdOn" from domains order by created_on desc, id desc
        offset ${CUSTOMERS / 2} limit 1`,
    );
    const [middle] = rows;
    if (middle === undefined) throw new Error('there are no customers');
    return await measureRounds(
      subjects,
      async () => [
        await timeMs(() => search({})),
        await timeMs(() => database.query(NEWEST)),
        await timeMs(() => search({ after: { id: middle.id, createdOn: middle.createdOn.toISOString() } })),
        await timeSearch(1, 'person-70003'),
        await timeSearch(PAGE, 'first7 last42'),
        await timeSearch(PAGE, 'x'),
        await timeSearch(PAGE, 'example'),
        await timeSearch(0, 'nobody has this'),
        await timeSearch(1, '2026-070003'),
        await timeSearch(20, '7003'),
        await timeSearch(1, middle.id),
      ],
      { warmUps: 5, repeats: 30 },
    );
  } finally {
    await database.end();
    await product.stop();
  }
}

const NEWEST = `
  select d.id, d.name, d.created_on, u.id as user_id, u.username, u.first_name, u.last_name, u.email
    from domains d
    left join users u on u.domain_id = d.id and u.parent_id is null and u.removed_on is null
   order by d.created_on desc, d.id desc
   limit ${PAGE}`;

/** Every first letter from a to j is that of a tenth of the domains, but x stands for a. */
async function fillCustomers(database: pg.Client): Promise<void> {
  await database.query(`
    insert into domains (id, name, created_on)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
           substr('xbcdefghij', 1 + n % 10, 1) || 'domain' || n,
           timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, ${CUSTOMERS}) n`);
  await database.query(`
    insert into users (id, domain_id, username, email, first_name, last_name, email_confirmed_on, created_on)
    select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, id,
           'person-' || n, 'mail' || n || '@example.com', 'First' || n % 10, 'Last' || n / 10 % 100,
           created_on, created_on
      from (select d.*, right(id::text, 12)::int as n from domains d where not is_default) numbered`);
  await database.query(`
    insert into cards (id, domain_id, user_id, provider, provider_customer, provider_card, holder_name, last4,
                       exp_month, exp_year, is_default, created_on)
    select gen_random_uuid(), domain_id, id, 'test', 'none', 'none', username,
           lpad((right(id::text, 12)::int % 10000)::text, 4, '0'), 1, 2030, true, created_on
      from users where username like 'person-%'`);
  await database.query(`
    insert into invoices (id, number, domain_id, user_id, month, period_start, period_end, created_on, due_date,
                          currency, grand_total_cents, discount_cents, services)
    select gen_random_uuid(), '2026-' || lpad(right(id::text, 6), 6, '0'), domain_id, id, '2026-01',
           '2026-01-01', '2026-01-31', created_on, created_on, 'usd', 100, 0, '[]'
      from users where username like 'person-%'`);
  await database.query('vacuum analyze domains, users, cards, invoices');
}
