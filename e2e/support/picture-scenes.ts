import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Api } from './api.ts';
import { field } from './forms.ts';
import type { GitRemote } from './git-remote.ts';
import { exportAsFiles, importFiles, readLiveFile } from './live-configuration.ts';
import { exchange, openDiff } from './merge-dialog.ts';
import { expectLoaded } from './ready.ts';

interface Stage {
  page: Page;
  api: Api;
  git: GitRemote;
}

interface Scene {
  name: string;
  open: (stage: Stage) => Promise<void>;
  /** What stands at the top of the picture, below the bar; the top of the page otherwise. */
  top?: (page: Page) => Locator;
}

/** What the articles show of the console, in the order in which one person comes by it. */
export const scenes: Scene[] = [
  {
    name: 'function',
    open: openFunction,
    top: (page) => page.getByRole('region', { name: 'Code', exact: true }),
  },
  {
    name: 'diff-step',
    open: openDiffStep,
    top: (page) => page.getByRole('region', { name: 'Hyper Dispatch' }),
  },
  { name: 'merge', open: openMergeDialog },
  { name: 'test-result', open: openTestRun },
  { name: 'versions', open: openVersions },
  { name: 'usage', open: openUsage },
  { name: 'your-work', open: openWork },
];

const SERVICE = 'hyper-dispatch';
const CONFLICT = 'functions/prices/quote.js';

/** A function and the response of a call. */
async function openFunction({ page }: Stage): Promise<void> {
  await page.goto(`/console/services/${SERVICE}?function=greet`);
  const input = field(page, 'Input (JSON)');
  await input.fill('{"name": "Ada"}');
  // Anyone can drag it to this height; at its usual one the response would be below the picture.
  await input.evaluate((element) => (element.style.height = '2.75rem'));
  const card = page.getByRole('region', { name: 'Call', exact: true });
  await card.getByRole('button', { name: 'Call' }).click();
  await expect(page.getByRole('region', { name: 'Response' })).toContainText('Ada');
  await expectLoaded(page);
}

/** A pull with files that changed here, in git, and on both sides. */
async function openDiffStep({ page, api, git }: Stage): Promise<void> {
  const repository = await git.makeRepository('tea-shop');
  await repository.commit(await exportAsFiles(api, SERVICE));
  await exchange(api, git, repository);
  const change = async (path: string, replace: (source: string) => string) =>
    replace(await readLiveFile(api, SERVICE, path));
  const mine = (source: string) => source.replace('export default', '// Tea first.\nexport default');
  const theirs = (source: string) => source.replace('export default', '// Prices with tax.\nexport default');
  await importFiles(api, SERVICE, 'functions/prices', { 'quote.js': await change(CONFLICT, mine) });
  await importFiles(api, SERVICE, 'functions/stock', {
    'take.js': await change('functions/stock/take.js', mine),
  });
  await repository.commit({
    [`${SERVICE}/${CONFLICT}`]: await change(CONFLICT, (live) => theirs(live.replace('// Tea first.\n', ''))),
    [`${SERVICE}/functions/orders/create.js`]: await change('functions/orders/create.js', theirs),
    [`${SERVICE}/functions/orders/thank.js`]: "export default () => 'Thank you';\n",
  });
  await openDiff(page, git, api, repository);
  await expectLoaded(page);
}

/** The three panes of the merge dialog. */
async function openMergeDialog({ page }: Stage): Promise<void> {
  await page.getByRole('button', { name: `Merge ${CONFLICT}` }).click();
  await expect(page.getByRole('dialog').getByTestId('merge-counts')).toBeVisible();
}

/** What was changed so far, with who changed it. */
async function openVersions({ page }: Stage): Promise<void> {
  await page.goto(`/console/services/${SERVICE}?tab=versions`);
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('Sell by the kilogram');
  await expectLoaded(page);
}

/** A run in which a test has failed. */
async function openTestRun({ page, api }: Stage): Promise<void> {
  await api.must('POST', `/console/v1/configuration/${SERVICE}/edit`, {
    message: 'Sell by the kilogram',
    files: [
      {
        folderPath: 'tests/prices',
        name: 'sells-by-the-kilogram.js',
        content: "export default ({ expect }) => { expect('100 g').to.equal('1 kg'); };\n",
        checksum: null,
      },
    ],
  });
  const { runId } = await api.must<{ runId: string }>('POST', '/console/v1/tests/run', {});
  await page.goto(`/console/test-runner-dashboard?runId=${runId}`);
  await expect(page.getByText(/1 of \d+ failed/).first()).toBeVisible({ timeout: 60_000 });
  await expectLoaded(page);
}

async function openUsage({ page }: Stage): Promise<void> {
  await page.goto('/console/usage');
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
  await expectLoaded(page);
}

/** The panel of the bell: a pull, and the run with the failure. */
async function openWork({ page }: Stage): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Your work/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Your work' })).toContainText('Test run');
}
