import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@atrium/contract/endpoint';
import { missingPermission, PERMISSIONS } from '@atrium/contract/permissions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ann, startTestServices, type TestServices } from '../../test/support.ts';

const contract = join(import.meta.dirname, '../../../contract/src/service-api');
let services: TestServices;
let endpoints: Endpoint[];

beforeAll(async () => {
  services = await startTestServices();
  const files = globSync('**/*.ts', { cwd: contract }).filter((file) => !/(test|usage)\.ts$/.test(file));
  const modules = await Promise.all(
    files.map((file) => import(join(contract, file)) as Promise<Record<string, unknown>>),
  );
  endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint);
});
afterAll(() => services[Symbol.asyncDispose]());

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value;
}

async function ask({ method, path }: Endpoint, permissions: readonly string[]) {
  const url = `/content${path.replaceAll(/\{\w+\}/g, '1')}`;
  const as = { ...ann, domainId: 'permissions', permissions };
  return services.call(method, url, { as, ...(method === 'GET' ? {} : { body: {} }) });
}

it('every call of a service names a permission, refuses whoever is without it, and lets in whoever has it', async () => {
  const forPeople = endpoints.filter(({ access }) => access !== 'PUBLIC');
  const guarded = forPeople.filter(({ permission }) => permission !== 'none');
  // How full the domain is concerns all of its people, and what is held of a person is theirs.
  expect(forPeople.filter((one) => !guarded.includes(one)).map(({ path }) => path)).toEqual([
    '/person',
    '/storage',
  ]);
  expect(guarded.length).toBeGreaterThan(20);
  for (const endpoint of guarded) {
    const { permission, method, path } = endpoint;
    if (permission === undefined || permission === 'none') throw new Error(`${method} ${path} names none`);
    const others = PERMISSIONS.filter((name) => name !== permission);
    const refused = await ask(endpoint, others);
    expect([path, refused.status, refused.body.message]).toEqual([path, 403, missingPermission(permission)]);
    expect([path, (await ask(endpoint, [permission])).status]).not.toEqual([path, 403]);
  }
});
