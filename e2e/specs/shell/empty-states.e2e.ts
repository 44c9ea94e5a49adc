import { inspectPage } from '../../support/accessibility.ts';
import { field } from '../../support/forms.ts';
import { expect, test } from '../../support/test.ts';
import { confirmManifest, pull } from '../../support/wizard.ts';

test('where nothing is found, one button leads on', async ({ page, git, guard, signedIn: _ }) => {
  await test.step('tests that are searched for', async () => {
    await page.goto('/console/run-tests');
    const tests = page.getByRole('table', { name: 'Tests of Functions' });
    await expect(tests).toBeVisible();
    await field(page, 'Search tests').fill('no test is called this');
    await expect(tests).toBeHidden();
    await inspectPage(page, 'no-test-found');
    await page.getByRole('button', { name: 'Show all tests' }).first().click();
    await expect(tests).toBeVisible();
    await expect(field(page, 'Search tests')).toHaveValue('');
  });

  await test.step('files of the manifest, and files that differ', async () => {
    const repository = await git.makeRepository('searched');
    await repository.commit({ 'hyper-dispatch/functions/greet.js': 'export default () => 1;\n' });
    await page.goto('/console/git-pull');
    await pull(page, git, repository);
    const search = page.getByRole('searchbox', { name: 'Search in Functions' });
    const manifest = page.getByRole('table', { name: 'Files of Functions' });
    await search.fill('no file is called this');
    await expect(manifest).toBeHidden();
    await page.getByRole('button', { name: 'Show all files' }).click();
    await expect(manifest).toBeVisible();
    await expect(search).toHaveValue('');

    await confirmManifest(page);
    const changes = page.getByRole('region', { name: 'Changed files' });
    await expect(changes).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search by name or folder' }).fill('no file is called this');
    await expect(changes).toBeHidden();
    await inspectPage(page, 'no-change-found');
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(changes).toBeVisible();
  });

  await test.step('a service that does not exist', async () => {
    guard.expectFault(/404/);
    await page.goto('/console/services/no-such-service');
    await expect(page.getByRole('heading', { name: 'Service not found' })).toBeVisible();
    await inspectPage(page, 'no-service');
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  });
});
