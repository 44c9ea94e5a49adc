import type { Locator, Page } from '@playwright/test';
import { expect as expectSoon } from '@playwright/test';
import type { Api } from './api.ts';
import { field } from './forms.ts';
import type { GitRemote } from './git-remote.ts';
import { exportAsFiles, importFiles, readLiveFile } from './live-configuration.ts';
import { exchange, openDiff } from './merge-dialog.ts';
import { expectLoaded } from './ready.ts';
import { enterConnection, openPushDialog, showFile } from './wizard.ts';

/** However busy the machine is. */
const expect = expectSoon.configure({ timeout: 60_000 });

interface Stage {
  page: Page;
  api: Api;
  git: GitRemote;
}

interface Scene {
  name: string;
  open: (stage: Stage) => Promise<void>;
  /** Element at the top of the picture, below the bar; the top of the page by default. */
  top?: (page: Page) => Locator;
  /** Start of the part shown on phones. */
  part: (page: Page) => Locator;
}

const region = (name: string | RegExp) => (page: Page) =>
  page.getByRole('region', { name, exact: true }).first();
const dialogTitle = (page: Page) => page.getByRole('dialog').getByRole('heading').first();

/** Screenshots of the console for the articles, in the order of a walkthrough. */
export const scenes: Scene[] = [
  { name: 'first-steps', open: openOverview, part: region('First steps') },
  { name: 'function', open: openFunction, top: region('Code'), part: region('Call') },
  { name: 'draft', open: openDraft, top: region('Code: draft'), part: region('Code: draft') },
  {
    name: 'diff-step',
    open: openDiffStep,
    part: region('Comparison'),
  },
  { name: 'merge', open: openMergeDialog, part: (page) => page.locator('[data-pane="merged"]') },
  {
    name: 'manifest',
    open: openManifest,
    part: (page) => page.getByRole('region', { name: /^Functions/ }),
  },
  { name: 'push-preview', open: openPushPreview, part: region('Files to be pushed') },
  {
    name: 'select-tests',
    open: openTestList,
    part: (page) => page.getByRole('heading', { level: 1 }),
  },
  { name: 'test-result', open: openTestRun, part: region('Verdict') },
  { name: 'versions', open: openVersions, part: region('Versions') },
  { name: 'usage', open: openUsage, part: (page) => page.getByRole('heading', { level: 1 }) },
  { name: 'your-work', open: openWork, part: dialogTitle },
];

const SERVICE = 'hyper-dispatch';
const CONFLICT = 'functions/prices/quote.js';

/** First sign-in of a new customer. */
async function openOverview({ page }: Stage): Promise<void> {
  await page.goto('/console/');
  await expect(page.getByRole('region', { name: 'First steps' }).getByRole('listitem')).toHaveCount(5);
  await expectLoaded(page);
}

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

/** The same function with a change that is not live yet. */
async function openDraft({ page, api }: Stage): Promise<void> {
  const live = await readLiveFile(api, SERVICE, 'functions/greet.js');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Code of the function greet' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(live.replace('Hello', 'Welcome'));
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
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
  await showFile(page, CONFLICT);
  await page.getByRole('button', { name: `Merge ${CONFLICT}` }).click();
  await expect(page.getByRole('dialog').getByTestId('merge-counts')).toBeVisible();
}

/** The step before: the results of the same pull. */
async function openManifest({ page }: Stage): Promise<void> {
  await page.goto(page.url().replace('step=diff', 'step=manifest'));
  await expect(page.getByRole('checkbox', { name: /^Show only the/ }).first()).toBeVisible();
  await expectLoaded(page);
}

/** Preview of a first push into an empty repository. */
async function openPushPreview({ page, git }: Stage): Promise<void> {
  await page.goto('/console/');
  await openPushDialog(page);
  await enterConnection(page, git, await git.makeRepository('new-shop'));
  await page.getByRole('dialog').getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(region('Files to be pushed')(page)).toContainText('files will be pushed');
}

/** The tests before any of them has run. */
async function openTestList({ page }: Stage): Promise<void> {
  await page.goto('/console/run-tests');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  await expectLoaded(page);
}

/** Changes so far, with their authors. */
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
