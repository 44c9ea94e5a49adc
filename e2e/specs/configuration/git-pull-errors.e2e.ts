import type { Page } from '@playwright/test';
import { countRequests, expectFlagged, field } from '../../support/forms.ts';
import { expect, test } from '../../support/test.ts';
import { enterConnection } from '../../support/wizard.ts';

const pullPath = '/console/v1/git/config/pull';
const source = { 'hyper-dispatch/functions/a.js': 'export default () => 1;\n' };

async function expectRefused(page: Page, reason: RegExp | string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Pull' }).click();
  await expect(page.getByRole('alert').or(page.getByRole('alertdialog')).first()).toContainText(reason, {
    timeout: 45_000,
  });
  await expect(page.getByRole('heading', { name: 'Enter Your Credentials' })).toBeVisible();
}

test.beforeEach(async ({ page, signedIn: _ }) => {
  await page.goto('/console/git-pull');
  await expect(page.getByRole('heading', { name: 'Enter Your Credentials' })).toBeVisible();
});

test('missing values are highlighted and nothing is sent', async ({ page }) => {
  const sent = countRequests(page, 'POST', pullPath);
  await page.getByRole('main').getByRole('button', { name: 'Pull' }).click();
  await expectFlagged(page, ['Username', 'Password', 'Repository URL']);
  await expect(page.getByText('Please provide values in required fields.').first()).toBeVisible();
  expect(sent()).toBe(0);
});

test('wrong credentials are told as such, and the session goes on', async ({ page, git }) => {
  const repository = await git.makeRepository('credentials');
  await repository.commit(source);
  await enterConnection(page, git, repository);
  await field(page, 'Password').fill('not the password');
  await expectRefused(page, 'The git host refused the user name or the password.');
  await expect(page.getByText('not the password')).toHaveCount(0);
});

test('a repository that is not there', async ({ page, git }) => {
  await enterConnection(page, git, 'nowhere');
  await expectRefused(page, 'There is no repository at this address.');
});

test('a host that cannot be reached', async ({ page, git }) => {
  await enterConnection(page, git, 'nowhere');
  await field(page, 'Repository URL').fill('http://127.0.0.1:9/shop.git');
  await expectRefused(page, 'The git host cannot be reached.');
});

test('an empty repository', async ({ page, git }) => {
  await enterConnection(page, git, await git.makeRepository('empty'));
  await expectRefused(page, 'The repository is empty.');
});

test('a repository without a folder of any service', async ({ page, git }) => {
  const repository = await git.makeRepository('elsewhere');
  await repository.commit({ 'src/main.js': '1;\n', 'README.md': '# Shop\n' });
  await enterConnection(page, git, repository);
  await expectRefused(page, 'The repository has no folder named after a service.');
});

test('a branch that is not there', async ({ page, git }) => {
  const repository = await git.makeRepository('branches');
  await repository.commit(source);
  await enterConnection(page, git, repository);
  await page.getByText('Branch', { exact: true }).click();
  await field(page, 'Branch name').fill('release/9');
  await expectRefused(page, 'The branch "release/9" does not exist in the repository.');
});

const brokenHosts = [
  ['web-page', 'What answers at this address is not a git repository.'],
  ['web-page-in-a-line', 'What answers at this address is not a git repository.'],
  ['broken', 'The git host cannot be reached.'],
  ['failing', 'The git host cannot be reached.'],
] as const;

for (const [behaviour, reason] of brokenHosts) {
  test(`a host that goes wrong: ${behaviour}`, async ({ page, git }) => {
    const repository = await git.makeRepository(`host-${behaviour}`);
    git.behave(repository, behaviour);
    await enterConnection(page, git, repository);
    await expectRefused(page, reason);
  });
}

test('a host that takes the connection and never answers', async ({ page, git }) => {
  test.setTimeout(90_000);
  git.behave('silence', 'silent');
  await enterConnection(page, git, 'silence');
  await page.getByRole('main').getByRole('button', { name: 'Pull' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  // The product's own limit of silence is 30 s.
  await expect(page.getByRole('alert').first()).toContainText('The git host stopped answering.', {
    timeout: 45_000,
  });
  await expect(page.getByRole('heading', { name: 'Enter Your Credentials' })).toBeVisible();
});

test('a file that is not text is named, and does not keep the others from arriving', async ({
  page,
  git,
}) => {
  const repository = await git.makeRepository('binary');
  await repository.commit({
    ...source,
    'hyper-dispatch/functions/picture.js': new Uint8Array([0xff, 0xfe, 0, 1, 2, 0xc3, 0x28]),
  });
  await enterConnection(page, git, repository);
  await page.getByRole('main').getByRole('button', { name: 'Pull' }).click();
  await expect(page.getByRole('heading', { name: 'Remote Content (Preview)' })).toBeVisible({
    timeout: 30_000,
  });
});
