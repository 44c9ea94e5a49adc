import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startScriptedService } from '../../test/scripted-service.ts';
import { startPlatform } from '../../test/shipped-services.ts';

// Waiting as long as calls of a service may take would end the test first.
test('a service that takes calls and answers none is asked once, and holds up no other one', async () => {
  await using server = await startPlatform();
  await using service = await startScriptedService('shop', {});
  await server.context.services.register(service.address);
  service.isSilent = true;
  const caller = await buildUser(server.context);
  const { services } = await server.call(listConfiguredServices, {}, { as: caller });
  const found = Object.fromEntries(services.map(({ serviceId, version }) => [serviceId, version]));
  expect(found).toMatchObject({ 'hyper-dispatch': 1, content: 1, shop: null });
  expect(service.users).toEqual([caller.userId]);
});
