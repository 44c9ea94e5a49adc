import { answerWithError } from '../../support/forms.ts';
import { expect, test } from '../../support/test.ts';

test('nothing to show yet, and nothing to be had: each is told', async ({ page, guard, signedIn: _ }) => {
  await test.step('without any run there is nothing to show', async () => {
    await page.goto('/console/test-runner-dashboard');
    await expect(page.getByRole('heading', { name: 'Test Run Dashboard', level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByText('No test runs yet')).toBeVisible();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('heading', { name: /Test Runs Found/ })).toBeVisible();
    await expect(page.getByRole('main').getByText('No data to display')).toHaveCount(1);
    await page.getByRole('link', { name: 'Run Tests' }).last().click();
    await expect(page).toHaveURL(/\/console\/run-tests$/);
    await expect(page.getByText(/tests selected$/)).toBeVisible();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Test Run Dashboard', level: 1 })).toBeVisible();
    await page.goto('/console/git-pull?step=tests');
    await expect(page.getByRole('heading', { name: 'Enter Your Credentials' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Steps of the pull' })).not.toContainText('(done)');
  });

  expect(guard.faults(), 'until here').toEqual([]);
  guard.expectFault(/status of 50\d/);

  await test.step('failures of calls to run tests', async () => {
    await answerWithError(page, '/console/v1/tests/list', 500, { message: 'The shelf is empty.' });
    await page.goto('/console/run-tests');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Could not fetch the list of all tests, response status: 500');
    await expect(alert).toContainText('The shelf is empty.');
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(/tests selected$/)).toBeVisible();

    await answerWithError(page, '/console/v1/tests/run/current', 500, {});
    await page.goto('/console/run-tests');
    await expect(page.getByRole('alert')).toContainText(
      'Could not fetch current test run, response status: 500',
    );
    await page.unrouteAll();
  });

  await test.step('failures of calls for runs of before', async () => {
    await answerWithError(page, '/console/v1/tests/run/latest', 500, { message: 'No shelf.' });
    await answerWithError(page, '/console/v1/tests/run/filter', 500, {});
    await page.goto('/console/test-runner-dashboard');
    await expect(page.getByRole('alert')).toContainText(
      'Could not fetch last test run, response status: 500',
    );
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Could not fetch test runs, response status: 500' }),
    ).toBeVisible();
  });
});
