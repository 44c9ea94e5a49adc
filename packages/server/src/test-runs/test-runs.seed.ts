import { exportMetadata } from '@atrium/contract/service-api/export';
import { importConfiguration } from '@atrium/contract/service-api/import';
import { demoPeople, toCaller } from '../accounts/people.seed.ts';
import type { Context } from '../context.ts';

const SERVICE = 'hyper-dispatch';
const FOLDER = 'tests/wishes';

/** Two tests that fail, so that a run of the demo shows what a failure looks like. */
const wishes = {
  'sends-gift-cards': {
    description: 'Who buys a gift card gets its code',
    source: `// Fails on purpose: there are no gift cards in the demo yet.
export default async function sendsGiftCards({ call, expect }) {
  const { code } = await call('gifts/create-card', { cents: 2500 });
  expect(code).to.match(/^GIFT-/);
}
`,
  },
  'ships-abroad': {
    description: 'Shipping to Norway costs more',
    source: `// Fails on purpose: the shop of the demo does not ship abroad yet.
export default async function shipsAbroad({ call, expect }) {
  const { shippingCents } = await call('prices/shipping', { sumCents: 1000, country: 'NO' });
  expect(shippingCents).to.equal(1490);
}
`,
  },
};

/** Adds the tests to the configuration of a customer. The services have to run. */
export async function fillTests({ services }: Context): Promise<void> {
  const client = services.client(toCaller(demoPeople.ada));
  const { version } = await client.call(SERVICE, exportMetadata, { query: {} });
  const files = Object.entries(wishes).flatMap(([name, { description, source }]) => {
    const fields = {
      id: `tests-wishes-${name}`,
      description,
      acl: ['ROLE_DEV'],
      tags: ['wishes'],
      disabled: false,
    };
    const metadata = `export default ${JSON.stringify(fields, null, 2)};\n`;
    return [
      { name: `${name}.js`, action: 'remote' as const, content: source },
      { name: `${name}.meta.js`, action: 'remote' as const, content: metadata },
    ];
  });
  const body = {
    baseVersion: version,
    message: 'Write down what is wished for',
    folders: [{ name: FOLDER, files }],
  };
  await client.call(SERVICE, importConfiguration, { body });
}
