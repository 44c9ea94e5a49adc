import { setTimeout as sleep } from 'node:timers/promises';
import type { Curve } from '../growth-curve.ts';
import { fillEntries, importFiles } from '../many-entries.ts';

const TEST = `export default async ({ content, expect }) => {
  const { id } = await content.insert("orders", { status: "NEW", createdOn: "2026-11-29" });
  await content.update("orders", "0000001", { status: "SENT" });
  const { content: newest } = await content.find("orders", { where: { status: "NEW", createdOn: "2026-11-29" } });
  expect(newest.map((order) => order.id)).to.include(id);
};
`;

interface TestRun {
  runId: string;
  status: string;
}

/** A test that writes entries, as a run of its own. */
export const curve: Curve = {
  sizes: [10, 1_000, 100_000, 1_000_000],
  async seed(place) {
    await fillEntries(place.database, place.domainId, place.size);
    await importFiles(place, 'content', {
      'collections/orders.meta.js': 'export default { schema: {} };\n',
      'collections/orders.js': null,
    });
    await importFiles(place, 'hyper-dispatch', { 'tests/writes.js': TEST });
    const servicesTests = [{ serviceId: 'hyper-dispatch', tests: [{ id: 'hyper-dispatch/tests/writes' }] }];
    return [
      {
        name: 'Run of a test that writes an entry',
        limitRatio: 1.5,
        async run() {
          let run = await place.call<TestRun>('POST', '/console/v1/tests/run', { servicesTests });
          while (run.status === 'RUNNING') {
            await sleep(5);
            run = await place.call<TestRun>('GET', `/console/v1/tests/run/get/${run.runId}`);
          }
          if (run.status !== 'OK') throw new Error(`the run ended as ${run.status}`);
        },
      },
    ];
  },
};
