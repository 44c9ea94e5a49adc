import { updateProtection } from '@atrium/contract/configuration/protection';
import { deleteValue, listValues, setValue } from '@atrium/contract/service-api/functions/values';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startPlatform } from '../../test/shipped-services.ts';

const VALUE = 'sk_live_51Hxyz';

test('a change of a secret is in the log by its name, and its value is nowhere in the database', async () => {
  await using server = await startPlatform();
  const caller = await buildUser(server.context);
  const client = server.context.services.getClient(caller);
  const params = { kind: 'secret', name: 'STRIPE_KEY' } as const;
  const headers = { authorization: `Bearer ${(await server.context.tokens.issueAccessToken(caller)).token}` };
  const change = (method: 'PUT' | 'DELETE', body?: object) =>
    server.app.inject({
      method,
      url: '/services/content/values/secret/STRIPE_KEY',
      headers,
      ...(body && { payload: body }),
    });
  expect((await change('PUT', { value: VALUE, testValue: `${VALUE} of tests` })).statusCode).toBe(204);
  expect((await change('PUT', { value: `${VALUE} 2`, keepsFormerSeconds: 60 })).statusCode).toBe(204);
  const { content } = await client.call('hyper-dispatch', listValues, {});
  const named = content.filter(({ name }) => name === params.name);
  expect(named).toMatchObject([{ ...params, isSet: true, hasTestValue: true, changedBy: caller.userId }]);
  // Tests prove files, and no secrets.
  await server.call(
    updateProtection,
    { params: { serviceId: 'content' }, body: { needsPassedRun: true } },
    { as: caller },
  );
  expect((await change('DELETE')).statusCode).toBe(204);
  await expect(client.call('content', deleteValue, { params })).rejects.toThrow(
    'There is no secret STRIPE_KEY.',
  );
  await client.call('content', setValue, { params, body: { value: VALUE } });

  const { rows } = await sql<{ action: string; message: string; after: unknown }>`
    select action, message, after from log_entries where action like 'value.%' order by created_on, id`.execute(
    server.context.db,
  );
  const after = { serviceId: 'content', kind: 'secret', name: 'STRIPE_KEY' };
  expect(rows).toEqual([
    { action: 'value.set', message: 'Set the secret STRIPE_KEY', after },
    { action: 'value.set', message: 'Set the secret STRIPE_KEY', after },
    { action: 'value.delete', message: 'Deleted the secret STRIPE_KEY', after },
  ]);
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('public', 'runtime') and table_type = 'BASE TABLE'`.execute(server.context.db);
  for (const { name } of tables) {
    const { rows: all } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(
      server.context.db,
    );
    expect(
      all.filter(({ text }) => text.includes('sk_live')),
      name,
    ).toEqual([]);
  }
});
