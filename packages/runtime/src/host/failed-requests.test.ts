import { randomUUID } from 'node:crypto';
import { createLog } from '@atrium/host/log';
import { expect, test } from 'vitest';
import { ann, signServiceToken, startTestServices } from '../../test/support.ts';
import { buildApp } from '../app.ts';

test('a request that fails has a line with the id that the platform gave it', async () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = createLog({ level: 'info', write, isForPeople: false });
  await using services = await startTestServices({ log });
  const app = buildApp(services.context, { phase: 'closing' });
  const authorization = `Bearer ${await signServiceToken(ann, 'hyper-dispatch')}`;
  const ids = [randomUUID(), randomUUID(), '', 'x'.repeat(2000), `${randomUUID()}\t{"level":60}`];
  const answers = [];
  for (const id of ids) {
    const headers = { authorization, 'x-request-id': id };
    answers.push((await app.inject({ url: '/hyper-dispatch/functions', headers })).json());
  }
  const said = lines.filter(({ msg }) => msg === 'request');
  expect(said.map(({ status, fault }) => [status, fault])).toEqual(
    ids.map(() => [503, 'The service is being stopped.']),
  );
  const named = said.map(({ reqId }) => reqId);
  expect(named.slice(0, 2)).toEqual(ids.slice(0, 2));
  expect(ids).not.toContain(named[2]);
  for (const own of named.slice(2)) expect(own).toMatch(/^[\da-f-]{36}$/);
  expect(answers.map(({ requestId }) => requestId)).toEqual(named);
  await app.close();
});
