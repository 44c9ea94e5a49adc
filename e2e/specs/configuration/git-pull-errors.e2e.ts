import type { Page } from '@playwright/test';
import { countRequests, expectFlagged, field } from '../../support/forms.ts';
import { exportAsFiles, importFiles, readLiveFile } from '../../support/live-configuration.ts';
import { expect, test } from '../../support/test.ts';
import {
  choicesOf,
  chooseAll,
  confirmManifest,
  enterConnection,
  pull,
  showFile,
} from '../../support/wizard.ts';

const pullPath = '/console/v1/git/config/pull';
const source = { 'hyper-dispatch/functions/a.js': 'export default () => 1;\n' };

const pullButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Pull' });
const firstStep = (page: Page) => page.getByRole('heading', { name: 'Enter Your Credentials' });

/** The reasons of two successive attempts differ, so that one is not mistaken for the other. */
async function expectRefused(page: Page, reason: string): Promise<void> {
  await pullButton(page).click();
  await expect(page.getByRole('alert')).toContainText(reason, { timeout: 45_000 });
  await expect(firstStep(page)).toBeVisible();
}

test.beforeEach(async ({ page, signedIn: _ }) => {
  await page.goto('/console/git-pull');
  await expect(firstStep(page)).toBeVisible();
});

test('missing values are highlighted, and what hosts do wrong is told, each in its words', async ({
  page,
  context,
  git,
}) => {
  const notThere = 'There is no repository at this address.';
  const unreachable = 'The git host cannot be reached.';
  const noRepository = 'There is no git repository at this address.';

  await test.step('missing values are highlighted and nothing is sent', async () => {
    const sent = countRequests(page, 'POST', pullPath);
    await pullButton(page).click();
    await expectFlagged(page, ['Username', 'Password', 'Repository URL']);
    await expect(page.getByText('Please provide values in required fields.').first()).toBeVisible();
    expect(sent()).toBe(0);
  });

  // The product's timeout for silence is 30 s: it passes in another tab, while everything else is tested.
  const silent = await context.newPage();
  git.behave('silence', 'silent');
  await silent.goto('/console/git-pull');
  await enterConnection(silent, git, 'silence');
  await pullButton(silent).click();
  await expect(silent.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.bringToFront();

  await test.step('wrong credentials, and the session goes on', async () => {
    const repository = await git.makeRepository('credentials');
    await repository.commit(source);
    await enterConnection(page, git, repository);
    await field(page, 'Password').fill('not the password');
    await expectRefused(
      page,
      'The git host rejected the username or password. Use an access token if your host requires two-factor sign-in.',
    );
    await expect(page.getByText('not the password')).toHaveCount(0);
  });

  for (const [behaviour, reason] of [
    ['web-page', noRepository],
    ['broken', unreachable],
    ['web-page-in-a-line', noRepository],
    ['failing', 'The git host responded with 500 (Internal Server Error). Please try again later.'],
  ] as const) {
    await test.step(`a host that goes wrong: ${behaviour}`, async () => {
      const repository = await git.makeRepository(`host-${behaviour}`);
      git.behave(repository, behaviour);
      await enterConnection(page, git, repository);
      await expectRefused(page, reason);
    });
  }

  await test.step('a repository that is not there', async () => {
    await enterConnection(page, git, 'nowhere');
    await expectRefused(page, notThere);
  });

  await test.step('a host that cannot be reached', async () => {
    await field(page, 'Repository URL').fill('http://127.0.0.1:9/shop.git');
    await expectRefused(page, unreachable);
  });

  await test.step('an empty repository', async () => {
    await enterConnection(page, git, await git.makeRepository('empty'));
    await expectRefused(page, 'The repository is empty.');
  });

  await test.step('a repository without a folder of any service', async () => {
    const repository = await git.makeRepository('elsewhere');
    await repository.commit({ 'src/main.js': '1;\n', 'README.md': '# Shop\n' });
    await enterConnection(page, git, repository);
    await expectRefused(page, 'The repository has no folder named after a service.');
  });

  await test.step('a repository whose files of services are all left out', async () => {
    const repository = await git.makeRepository('unnamed');
    await repository.commit({ 'content/pages/$x.js': '1;\n' });
    await enterConnection(page, git, repository);
    await expectRefused(page, 'no file in them can be pulled. Skipped: 1 whose name');
  });

  await test.step('a branch that is not there', async () => {
    const repository = await git.makeRepository('branches');
    await repository.commit(source);
    await enterConnection(page, git, repository);
    await page.getByText('Branch', { exact: true }).click();
    await field(page, 'Branch name').fill('release/9');
    await expectRefused(page, 'The branch "release/9" does not exist in the repository.');
    await field(page, 'Branch name').fill('abcdef1');
    await expectRefused(page, "It looks like a commit sha: enter it under 'Revert to commit sha'.");
  });

  await test.step('a host that takes the connection and never answers', async () => {
    await silent.bringToFront();
    await expect(silent.getByRole('alert')).toContainText('The git host stopped responding.', {
      timeout: 45_000,
    });
    await expect(firstStep(silent)).toBeVisible();
  });
});

test('files that are not text are named and stay local, and the others are looked into and arrive', async ({
  page,
  git,
  customerApi,
}) => {
  const picture = new Uint8Array([0xff, 0xfe, 0, 1, 2, 0xc3, 0x28]);
  // More than fit into one call, and without differences that count.
  const names = Array.from({ length: 210 }, (_, index) => `item-${index}.meta.js`);
  const metadata = (id: string) => `export default { id: '${id}' };\n`;
  const live = [...names, 'picture.meta.js'].map((name) => [name, metadata('here')]);
  await importFiles(customerApi, 'hyper-dispatch', 'functions/left', Object.fromEntries(live));
  const repository = await git.makeRepository('binary');
  const folder = 'hyper-dispatch/functions/left';
  await repository.commit({
    ...(await exportAsFiles(customerApi, 'hyper-dispatch', 'functions/left')),
    ...Object.fromEntries(names.map((name) => [`${folder}/${name}`, metadata('there')])),
    [`${folder}/picture.js`]: picture,
    [`${folder}/picture.meta.js`]: picture,
    [`${folder}/text.js`]: 'export default () => 1;\n',
  });
  await pull(page, git, repository);
  await expect(page.getByText(/^2 files were skipped/)).toHaveText(
    `2 files were skipped: ${folder}/picture.js, ${folder}/picture.meta.js, not UTF-8 text`,
  );
  await confirmManifest(page);
  await expect(page.getByText(/^functions\/left · 3 of \d+ · version/)).toBeVisible();
  await showFile(page, 'functions/left/picture.js');
  await expect(page.getByText('Skipped: not UTF-8 text')).toBeVisible();
  const radios = choicesOf(page, 'functions/left/picture.js').getByRole('radio');
  await expect(radios).toHaveCount(1);
  await expect(radios).toBeChecked();
  await chooseAll(page, 'Apply REMOTE');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('main').getByText('Merged', { exact: true })).toBeVisible();
  const read = (name: string) => readLiveFile(customerApi, 'hyper-dispatch', `functions/left/${name}`);
  expect(await read('text.js')).toBe('export default () => 1;\n');
  expect(await read('item-209.meta.js')).toBe(metadata('here'));
  expect(await read('picture.meta.js')).toBe(metadata('here'));
});
