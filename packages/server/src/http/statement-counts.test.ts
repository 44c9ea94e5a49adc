import { listAccessKeys } from '@atrium/contract/access-keys/access-key';
import { listDomainKeys } from '@atrium/contract/access-keys/domain-key';
import { listOwnKeys } from '@atrium/contract/access-keys/own-key';
import { listPageGrants } from '@atrium/contract/access-keys/page-grant';
import { listChildren } from '@atrium/contract/accounts/children';
import { listDevices } from '@atrium/contract/accounts/devices';
import { listPeople } from '@atrium/contract/accounts/people';
import { listRoles } from '@atrium/contract/accounts/roles';
import { listSessions } from '@atrium/contract/accounts/sessions';
import { searchAudit } from '@atrium/contract/audit/audit';
import { searchLog } from '@atrium/contract/audit/log';
import { listBackups } from '@atrium/contract/configuration/backups';
import {
  listCustomerPeople,
  listCustomerSessions,
  searchCustomers,
} from '@atrium/contract/customers/customer';
import type { Endpoint } from '@atrium/contract/endpoint';
import { listServices } from '@atrium/contract/services/service';
import { findTestRuns, listRecentTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { listRunFailures } from '@atrium/contract/test-runs/run-history';
import { getTestHistory } from '@atrium/contract/test-runs/test-history';
import { sentStatements } from '@atrium/host/test/sent-statements';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from './caller.ts';

const FEW = 2;
const MANY = 50;
const RUN_ID = '019aa000-0000-7000-8000-000000000000';

let server: TestApp;
let owner: Caller;
let admin: Caller;

beforeAll(async () => {
  server = await startTestApp();
  // Caches are in use from then on.
  await vi.waitUntil(() => server.context.notifications.isConnected, 10_000);
  owner = await buildUser(server.context, { username: 'ada' });
  admin = await buildUser(server.context, { username: 'root', isAdmin: true });
});
afterAll(() => server[Symbol.asyncDispose]());

interface List {
  endpoint: Endpoint;
  request?: Record<string, unknown> | (() => Record<string, unknown>);
  isForAdministrators?: true;
}

interface Rows {
  what: string;
  /** Inserts rows for the numbers between two numbers. */
  insert(numbers: RawBuilder<unknown>): RawBuilder<unknown>[];
  lists: List[];
}

/** Numbers from one to another, as `n`. */
const numbersBetween = (from: number, to: number) => sql`generate_series(${from}::int, ${to}::int) n`;
const customer = () => ({ params: { id: owner.domainId } });

const all: Rows[] = [
  {
    what: 'people, with a role and a session each',
    insert: (numbers) => [
      sql`insert into roles select ${owner.domainId}, 'ROLE_' || n, 'Role ' || n, '', '{tests.read}', now(), now() from ${numbers}`,
      sql`insert into users (id, domain_id, parent_id, username, email, first_name, last_name, roles, email_confirmed_on, created_on)
        select gen_random_uuid(), ${owner.domainId}, ${owner.userId}, 'child-' || n, 'child-' || n || '@example.com', 'Child', 'No ' || n,
          array['ROLE_' || n], now(), now() from ${numbers}`,
      sql`insert into sessions (id, domain_id, user_id, user_agent, address, created_on, last_used_on, expires_on)
        select gen_random_uuid(), domain_id, users.id, 'test', '127.0.0.1', now(), now(), '2100-01-01'
        from users, ${numbers} where username = 'child-' || n`,
    ],
    lists: [
      { endpoint: listPeople },
      { endpoint: listChildren },
      { endpoint: listRoles },
      { endpoint: listCustomerPeople, request: customer, isForAdministrators: true },
      { endpoint: listCustomerSessions, request: customer, isForAdministrators: true },
    ],
  },
  {
    what: 'sessions, devices and pages of one person',
    insert: (numbers) => [
      sql`insert into sessions (id, domain_id, user_id, impersonator_id, user_agent, address, created_on, last_used_on, expires_on)
        select gen_random_uuid(), ${owner.domainId}, ${owner.userId}, ${owner.userId}, 'test', '127.0.0.1', now(), now(), '2100-01-01' from ${numbers}`,
      sql`insert into known_devices (id, domain_id, user_id, token_hash, first_used_on, last_used_on)
        select gen_random_uuid(), ${owner.domainId}, ${owner.userId}, decode(md5(n::text), 'hex'), now(), now() from ${numbers}`,
      sql`insert into page_grants
        select gen_random_uuid(), ${owner.domainId}, ${owner.userId}, ${owner.sessionId}, 'service-' || n, '{tests.read}',
          decode(md5(n::text), 'hex'), now(), '2100-01-01' from ${numbers}`,
    ],
    lists: [{ endpoint: listSessions }, { endpoint: listDevices }, { endpoint: listPageGrants }],
  },
  {
    what: 'access keys',
    insert: (numbers) => [
      sql`insert into own_keys (id, domain_id, user_id, label, kind, token_hash, permissions, created_on)
        select gen_random_uuid(), ${owner.domainId}, ${owner.userId}, 'Key ' || n, 'token', decode(md5(n::text), 'hex'), '{tests.read}', now()
        from ${numbers}`,
      sql`insert into access_keys (id, key, type, fingerprint, domain_id, user_id, created_at, updated_at)
        select 'key-' || n, 'key', 'ed25519', 'SHA256:' || n, ${owner.domainId}, ${owner.userId}, now(), now() from ${numbers}`,
    ],
    lists: [
      { endpoint: listOwnKeys },
      { endpoint: listDomainKeys },
      { endpoint: listAccessKeys, isForAdministrators: true },
    ],
  },
  {
    what: 'services',
    insert: (numbers) => [
      sql`insert into services (id, name, group_name, address, registered_on)
        select 'service-' || n, 'Service ' || n, 'Group', 'http://127.0.0.1:' || 1024 + n, now() from ${numbers}`,
    ],
    lists: [{ endpoint: listServices }],
  },
  {
    what: 'customers',
    insert: (numbers) => [
      sql`insert into domains (id, name, created_on) select gen_random_uuid(), 'customer-' || n, now() from ${numbers}`,
      sql`insert into users (id, domain_id, username, email, first_name, last_name, email_confirmed_on, created_on)
        select gen_random_uuid(), domains.id, name, name || '@example.com', 'Bo', 'No ' || n, now(), now()
        from domains, ${numbers} where name = 'customer-' || n`,
    ],
    lists: [{ endpoint: searchCustomers, request: { body: {} }, isForAdministrators: true }],
  },
  {
    what: 'entries of the log',
    insert: (numbers) => [
      sql`insert into log_entries (id, created_on, domain_id, user_id, impersonator_id, action, message)
        select gen_random_uuid(), now(), ${owner.domainId}, ${owner.userId}, ${admin.userId}, 'pricing.change', 'Change ' || n from ${numbers}`,
    ],
    lists: [
      { endpoint: searchAudit, request: { body: {} }, isForAdministrators: true },
      { endpoint: searchLog, request: { body: { startAt: 0 } } },
    ],
  },
  {
    what: 'backups',
    insert: (numbers) => [
      sql`insert into backups (id, domain_id, service_id, backup_key, version, imported_version, user_id, created_on, message)
        select gen_random_uuid(), ${owner.domainId}, 'service-' || n, gen_random_uuid(), n, n + 1, ${owner.userId}, now(), 'Backup ' || n from ${numbers}`,
    ],
    lists: [{ endpoint: listBackups, request: { body: { size: 100 } } }],
  },
  {
    what: 'test runs, and failures of one of them',
    insert: (numbers) => [
      sql`insert into test_runs (id, domain_id, requested_by, user_id, user_name, strategy, status, started_on, finished_on, heartbeat_on, counts)
        select id, ${owner.domainId}, ${owner.userId}, ${owner.userId}, 'ada', 'EXECUTE_ALL', 'FAIL', '2026-11-20', '2026-11-20', '2026-11-20', '{"FAIL": 1}'
        from (select ${RUN_ID}::uuid as id union select gen_random_uuid() from ${numbers}) runs on conflict do nothing`,
      sql`insert into test_run_services (run_id, service_id, position, version)
        select id, 'shop', 0, 1 from test_runs on conflict do nothing`,
      sql`insert into test_results (run_id, service_id, test_id, domain_id, position, full_path, action, status, revision, failure_kind, failure_message)
        select id, 'shop', 'test-' || n, ${owner.domainId}, n, 'tests/test-' || n || '.js', 'RUN', 'FAIL', 1, 'error', 'failed'
        from test_runs, ${numbers}`,
    ],
    lists: [
      {
        endpoint: findTestRuns,
        request: { body: { fromDate: '2026-11-01T00:00:00Z', toDate: '2026-11-30T00:00:00Z' } },
      },
      { endpoint: listRecentTestRuns, request: { query: { size: '100' } } },
      { endpoint: listRunFailures, request: { params: { runId: RUN_ID } } },
      { endpoint: getTestHistory },
    ],
  },
];

describe.each(all)('$what', ({ insert, lists }) => {
  test('lists ask the database as often for many as for few', async () => {
    const { db } = server.context;
    const measure = async () => {
      const found = [];
      for (const { endpoint, request = {}, isForAdministrators } of lists) {
        const parts = typeof request === 'function' ? request() : request;
        let length = 0;
        // Inserted here, the services are not heard of.
        server.context.services.forgetKnown();
        const statements = await sentStatements(async () => {
          const answer = await server.request(endpoint, parts, { as: isForAdministrators ? admin : owner });
          expect(answer.statusCode, answer.body).toBe(200);
          length = longestListIn(answer.json());
        });
        // Calls are counted from time to time, beside them.
        const own = statements.filter((text) => !text.includes('call_counts'));
        found.push({ path: endpoint.path, statements: own, length });
      }
      return found;
    };
    for (const statement of insert(numbersBetween(1, FEW))) await statement.execute(db);
    // What is cached is asked for once, however many rows there are.
    await measure();
    const few = await measure();
    for (const statement of insert(numbersBetween(FEW + 1, MANY))) await statement.execute(db);
    const many = await measure();
    for (const [index, { path, statements, length }] of many.entries()) {
      expect(length, path).toBeGreaterThanOrEqual(MANY);
      expect(statements.length, path).toBeGreaterThan(0);
      expect(statements.length, `${path}: ${statements.at(-1)}`).toBe(few[index]?.statements.length);
    }
  });
});

test('the list of sessions reads no sessions of other people', async () => {
  const { db } = server.context;
  await sql`insert into sessions (id, domain_id, user_id, user_agent, address, created_on, last_used_on, expires_on)
    select gen_random_uuid(), ${admin.domainId}, ${admin.userId}, 'test', '127.0.0.1', now(), now(), '2100-01-01'
    from generate_series(1, 3000)`.execute(db);
  await sql`analyze sessions`.execute(db);
  const [statement = ''] = await sentStatements(() => server.call(listSessions, {}, { as: owner }));
  const { rows } = await sql`explain (generic_plan) ${sql.raw(statement)}`.execute(db);
  const plan = JSON.stringify(rows);
  expect(plan).toContain('on sessions_impersonator');
  expect(plan).not.toContain('Seq Scan on sessions');
});

function longestListIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).map(longestListIn);
  return Math.max(Array.isArray(value) ? value.length : 0, ...inside);
}
