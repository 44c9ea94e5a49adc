import { fillPath } from '@atrium/contract/endpoint';
import { isSlowServiceCall } from '@atrium/contract/service-api/functions/slow-calls';
import { expect, test } from 'vitest';
import { contractEndpoints, nameOf } from '../../test/contract-endpoints.ts';

test('calls of services are known as slow exactly where the contract says so', async () => {
  const { services } = await contractEndpoints();
  const params = new Proxy({}, { get: () => 'a b' });
  const known = services.filter(({ method, path }) =>
    isSlowServiceCall(method, decodeURIComponent(fillPath(path, params))),
  );
  expect(known.map(nameOf).toSorted()).toEqual(
    services
      .filter(({ isSlow }) => isSlow)
      .map(nameOf)
      .toSorted(),
  );
  expect(known.length).toBeGreaterThan(5);
  expect(isSlowServiceCall('POST', '/invoke/invocations')).toBe(false);
});
