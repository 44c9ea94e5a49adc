import { fillPath } from '@atrium/contract/endpoint';
import {
  findRefusal,
  isSlowServiceCall,
  writesConfiguration,
} from '@atrium/contract/service-api/proxied-calls';
import { expect, test } from 'vitest';
import { contractEndpoints, nameOf } from '../../test/contract-endpoints.ts';

const { services } = await contractEndpoints();
const filled = services.map((endpoint) => {
  const path = fillPath(endpoint.path, new Proxy({}, { get: () => 'a b' }));
  return { endpoint, method: endpoint.method, path: decodeURIComponent(path) };
});
const namesOf = (calls: typeof filled) => calls.map(({ endpoint }) => nameOf(endpoint)).toSorted();

test('calls of services are known as slow exactly where the contract says so', () => {
  const known = filled.filter(({ method, path }) => isSlowServiceCall(method, path));
  expect(namesOf(known)).toEqual(namesOf(filled.filter(({ endpoint }) => endpoint.isSlow)));
  expect(known.length).toBeGreaterThan(5);
  expect(isSlowServiceCall('POST', '/invoke/invocations')).toBe(false);
});

test('calls are refused, and are changes of the configuration, exactly where the contract says so', () => {
  for (const { endpoint, method, path } of filled) {
    expect(findRefusal(method, path), nameOf(endpoint)).toBe(endpoint.refusedByProxy);
    expect(writesConfiguration(method, path), nameOf(endpoint)).toBe(
      endpoint.permission === 'configuration.write',
    );
  }
  expect(filled.filter(({ endpoint }) => endpoint.refusedByProxy).length).toBe(9);
});

/** As a router may take them for the path of an endpoint. */
const spellingsOf = (path: string) => [
  path,
  path.toUpperCase(),
  path.replaceAll('/', '//'),
  path.replaceAll(/(?<=.)\//g, ';a=1/'),
  path.replaceAll(/(?<=.)\//g, '\\'),
  ...['/', '//', '/more', ';a=b', '.json', ' ', '\n', '\0'].map((end) => path + end),
];

test('however a path is written that a service may take for one that is refused, it is refused', () => {
  for (const { endpoint, method, path } of filled) {
    if (endpoint.refusedByProxy === undefined) continue;
    const methods = method === 'GET' ? ['GET', 'HEAD'] : ['POST', 'PUT', 'PATCH', 'DELETE'];
    for (const one of methods)
      for (const spelling of spellingsOf(path))
        expect(findRefusal(one, spelling), `${one} ${spelling}`).toBe(endpoint.refusedByProxy);
  }
});

test.each(['/import', '/import/body', '/versions/7/restore', '/versions/a/b/restore'])(
  'however %s is written, it is a change of the configuration',
  (path) => {
    for (const spelling of spellingsOf(path)) expect(writesConfiguration('PUT', spelling)).toBe(true);
    expect(writesConfiguration('GET', path)).toBe(false);
  },
);

test.each([
  ['GET', '/tests'],
  ['POST', '/tests/runner'],
  ['GET', '/storage'],
  ['DELETE', '/storages'],
  ['GET', '/personnel'],
  ['POST', '/invoke/tests/run'],
  ['GET', '/versions/7'],
])('%s %s is passed on', (method, path) => {
  expect(findRefusal(method, path)).toBeUndefined();
  expect(writesConfiguration(method, path)).toBe(false);
});

test('a path of nothing but slashes and near misses keeps no one waiting', () => {
  const path = `/versions${'/restored'.repeat(2_000)}${'/'.repeat(8_000)}restored`;
  expect(writesConfiguration('POST', path)).toBe(false);
});
