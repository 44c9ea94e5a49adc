import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

it('service-api.openapi.json is what the contract says', async () => {
  const tool = (await import(new URL('tools/service-api.mjs', root).href)) as {
    buildServiceApi(): Promise<object>;
  };
  const document = readFileSync(new URL('packages/contract/service-api.openapi.json', root), 'utf8');
  // Written by `node tools/service-api.mjs`.
  expect(JSON.parse(document)).toEqual(JSON.parse(JSON.stringify(await tool.buildServiceApi())));
});
