import { expect, type Locator, type Page } from '@playwright/test';
import type { Api } from '../../support/api.ts';
import { liveVersion } from '../../support/live-configuration.ts';

/** A test that takes this long, and passes. */
export const wait = (milliseconds: number) =>
  `export default function wait() {\n  const end = Date.now() + ${milliseconds};\n  while (Date.now() < end);\n}\n`;

/** Tests that end in every way there is. */
export const demoTests = {
  'fails.js':
    "export default function fails({ expect }) {\n  console.log('counting');\n" +
    '  expect({ orders: 2, paid: true }).to.deep.equal({ orders: 3, paid: true });\n}\n',
  'throws.js': 'export default function throws() {\n  null.orders;\n}\n',
  'returns-object.js':
    'export default function returnsObject() {\n  return { orders: [{ id: 1, lines: [{ sku: "tea" }] }], total: 12 };\n}\n',
  'returns-text.js':
    "export default function returnsText() {\n  return 'tea and biscuits, '.repeat(20);\n}\n",
  'switched-off.js': 'export default function never() {}\n',
  'switched-off.meta.js': 'export default { disabled: true };\n',
};

/** Slow ones, so that there is time to look and to cancel: two minutes on two cores. */
export const slowTests = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`slow-${String(index).padStart(3, '0')}.js`, wait(4000)]),
);
/** Its turn comes last. */
export const LAST_SLOW_TEST = 'slow-059.js';

/** Adds tests to the customer's live configuration, in `tests/demo`. */
export async function addTests(api: Api, files: Record<string, string>): Promise<void> {
  await api.must('POST', '/services/hyper-dispatch/import', {
    baseVersion: await liveVersion(api, 'hyper-dispatch'),
    message: 'Add tests',
    folders: [
      {
        name: 'tests/demo',
        files: Object.entries(files).map(([name, content]) => ({ name, action: 'remote', content })),
      },
    ],
  });
}

/** Takes tests of `tests/demo` out of the live configuration. */
export async function removeTests(api: Api, names: string[]): Promise<void> {
  await api.must('POST', '/services/hyper-dispatch/import', {
    baseVersion: await liveVersion(api, 'hyper-dispatch'),
    message: 'Remove tests',
    folders: [{ name: 'tests/demo', files: names.map((name) => ({ name, action: 'delete' })) }],
  });
}

/** Runs all tests over HTTP and waits for the end of the run. */
export async function runAllTests(api: Api): Promise<string> {
  const { runId } = await api.must<{ runId: string }>('POST', '/console/v1/tests/run', {});
  await expect
    .poll(
      async () => (await api.must<{ status: string }>('GET', `/console/v1/tests/run/get/${runId}`)).status,
      { timeout: 30_000 },
    )
    .not.toBe('RUNNING');
  return runId;
}

export function rowOf(page: Page, test: string): Locator {
  return page.getByRole('main').getByRole('row').filter({ hasText: test });
}

/** Value of one fact of the panel about the run. */
export function fact(page: Page, name: string): Locator {
  return page
    .getByRole('region', { name: 'Test run', exact: true })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
}

/** Unfolds the tests of Functions that passed in a run that has ended. */
export async function showPassed(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^\d+ passed$/ })
    .last()
    .click();
}
