import { inspectPage } from '../../support/accessibility.ts';
import { expectErrorDialog, field, fillFields } from '../../support/forms.ts';
import { administrator, apiOf, signInFast } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

test('visitors read prices, an administrator keeps them', async ({ page, guard, productUrl }) => {
  await test.step('visitors read the price list: group, services, prices', async () => {
    await page.goto('/index/prices');
    await expect(page.getByRole('heading', { name: 'Prices', level: 1 })).toBeVisible();
    const prices = page.getByRole('table', { name: 'Prices of Content' });
    await expect(
      prices.getByRole('row', { name: /^query any 2 cents per # 100 ?1 cent per 1 min$/ }),
    ).toBeVisible();
    await expect(prices.getByRole('row', { name: 'test test free' })).toBeVisible();
    await page.getByRole('link', { name: 'More about prices and the free tier' }).click();
    await expect(page.getByRole('heading', { name: 'From a price to an amount' })).toBeVisible();
  });

  const api = await apiOf(productUrl, administrator());
  const searchRules = () =>
    api.must<{ content: { startsOn: string }[]; totalElements: number }>(
      'POST',
      '/console/v1/pricing/search',
      {
        page: 0,
        size: 10,
      },
    );
  await signInFast(page, administrator());
  await test.step('pricing: new, edit, paging text, delete, and what is missing inline before anything is sent', async () => {
    await page.goto('/console/pricing');
    await expect(page.getByText(/^A total of \d+ price listings. Showing results 1 to 10$/)).toBeVisible();
    for (const column of ['#', 'Service', 'Target', 'Metric', 'Measure', 'Cents', 'units']) {
      await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: 'New pricing' }).click();
    const dialog = page.getByRole('dialog', { name: 'New pricing' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Please enter a service.').first()).toBeVisible();
    // Sorts before all others, so that it shows on the first page.
    await fillFields(dialog, {
      Service: 'a-service',
      Target: 'e2e',
      Metric: 'calls',
      Cents: '0.25',
      Units: '1000',
    });
    // Shown by itself once the fields are filled in.
    await expect(dialog.getByRole('heading', { name: 'Impact on last invoices' })).toBeVisible();
    await expect(
      dialog.getByText('No invoices have been issued yet, so there is nothing to compare with.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('row', { name: /a-service e2e calls Calls COUNTER 0\.25 1,000/ });
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: /^Edit/ }).click();
    const edit = page.getByRole('dialog', { name: 'Edit pricing' });
    await field(edit, 'Cents').fill('0.5');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByRole('row', { name: /a-service e2e calls Calls COUNTER 0\.5 1,000/ }),
    ).toBeVisible();
  });

  await test.step('a planned price stands beside the one in force, keeps its day when saved as it is, and is taken back', async () => {
    const row = page.getByRole('row', { name: /a-service e2e calls/ });
    const dialogOf = (name: string) => page.getByRole('dialog', { name });
    const { startsOn: today } = (await searchRules()).content[0] ?? {};
    await row.getByRole('button', { name: 'Edit pricing of a-service, calls, e2e, calls' }).click();
    const plan = dialogOf('Edit pricing');
    await expect(field(plan, 'Starts on')).toHaveValue(today ?? '');
    await fillFields(plan, { Cents: '7', 'Starts on': '2999-12-12' });
    await plan.getByRole('button', { name: 'Save' }).click();
    await expect(plan).toBeHidden();
    await expect(row).toContainText('0.51,000');
    await expect(row).toContainText('from 12/12/2999: 7 cents per # 1,000');

    const planned = 'planned pricing of a-service, calls, e2e, calls from 12/12/2999';
    await row.getByRole('button', { name: `Edit ${planned}` }).click();
    const edit = dialogOf('Edit planned pricing of a-service, calls, e2e, calls');
    await expect(field(edit, 'Cents')).toHaveValue('7');
    await expect(field(edit, 'Starts on')).toHaveValue('2999-12-12');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit).toBeHidden();
    await expect(row).toContainText('from 12/12/2999: 7 cents per # 1,000');
    const prices = (await (await page.request.get('/console/v1/public/pricing')).json()) as Record<
      string,
      { cents: string }[]
    >;
    expect(prices['a-service']?.map(({ cents }) => cents)).toEqual(['0.5']);
    await inspectPage(page, 'planned-price');

    await row.getByRole('button', { name: `Delete ${planned}` }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(`Are you sure you want to delete the ${planned}?`);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(row).not.toContainText('from');
    await expect(row).toContainText('0.51,000');
  });

  await test.step('a new price that is planned keeps its day when it is edited', async () => {
    await page.getByRole('button', { name: 'New pricing' }).click();
    const dialog = page.getByRole('dialog', { name: 'New pricing' });
    await fillFields(dialog, {
      Service: 'a-service',
      Target: 'planned',
      Metric: 'calls',
      Cents: '7',
      Units: '1',
      'Starts on': '2999-12-12',
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', {
      name: /a-service planned calls Calls COUNTER 7 1 ?# 1 from 12\/12\/2999/,
    });
    await row.getByRole('button', { name: /^Edit/ }).click();
    const edit = page.getByRole('dialog', { name: 'Edit pricing' });
    await field(edit, 'Cents').fill('8');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit).toBeHidden();
    const changed = page.getByRole('row', {
      name: /a-service planned calls Calls COUNTER 8 1 ?# 1 from 12\/12\/2999/,
    });
    for (const deleted of [changed, page.getByRole('row', { name: /a-service e2e calls/ })]) {
      await deleted.getByRole('button', { name: /^Delete/ }).click();
      await expect(page.getByRole('alertdialog')).toContainText('Impact on last invoices');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      // Behind an open question no row has a role.
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(deleted).toHaveCount(0);
    }
  });

  await test.step('rules are found by parts of what they price, and the search is in the address', async () => {
    await page.goto('/console/pricing');
    const all = page.getByText(/^A total of \d+ price listings\./);
    await expect(all).toBeVisible();
    const search = page.getByRole('search', { name: 'Search prices' });
    await field(search, 'Find').fill('QUER content timer');
    await search.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/text=QUER/);
    await expect(page.getByText('A total of 2 price listings. Showing results 1 to 2')).toBeVisible();
    await expect(
      page.getByRole('row', { name: /content Any \* query Time TIMER 1 60,000 ?1 min/ }),
    ).toBeVisible();
    await page.reload();
    await expect(field(search, 'Find')).toHaveValue('QUER content timer');
    await field(search, 'Find').fill('no such metric');
    await search.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('button', { name: 'Show all prices' }).click();
    await expect(all).toBeVisible();
  });

  await test.step('the page is in the address, and a page past the end shows the last one', async () => {
    let { totalElements } = await searchRules();
    do {
      const body = { service: 'z-service', target: '*', metric: `m${totalElements}`, measure: 'COUNTER' };
      await api.must('POST', '/console/v1/pricing', { ...body, cents: '1', units: 1 });
      totalElements += 1;
    } while (totalElements % 10 !== 1);
    const last = Math.ceil(totalElements / 10);
    await page.goto('/console/pricing?page=99');
    await expect(page).toHaveURL(`/console/pricing?page=${last}`);
    await expect(page.getByText(`Page ${last} of ${last}`)).toBeVisible();
    await expect(page.getByText(`Showing results ${totalElements} to ${totalElements}`)).toBeVisible();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(page.getByText(`Page ${last - 1} of ${last}`)).toBeVisible();
    await page.goBack();
    await expect(page.getByText(`Page ${last} of ${last}`)).toBeVisible();
    await page.getByRole('button', { name: /^Delete pricing of z-service/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`Page ${last - 1} of ${last - 1}`)).toBeVisible();
    await expect(page).toHaveURL(`/console/pricing?page=${last - 1}`);
    await expect(
      page.getByText(`Showing results ${totalElements - 10} to ${totalElements - 1}`),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByText(`Page ${last - 1} of ${last - 1}`)).toBeVisible();
  });

  await test.step('bonus: new, a name that exists, edit, delete', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Bonus', exact: true }).click();
    await expect(page.getByText(/^A total of \d+ bonus listings?$/)).toBeVisible();
    await page.getByRole('button', { name: 'New bonus' }).click();
    const dialog = page.getByRole('dialog', { name: 'New bonus' });
    await fillFields(dialog, { Name: 'CONSOLE_DISCOUNT', Cents: '100' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('A bonus with this name already exists.')).toBeVisible();
    await field(dialog, 'Name').fill('E2E_WELCOME');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Edit bonus E2E_WELCOME' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit bonus' });
    await field(edit, 'Cents').fill('300');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row', { name: /E2E_WELCOME 300/ })).toBeVisible();
    await page.getByRole('button', { name: 'Delete bonus E2E_WELCOME' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('row', { name: /E2E_WELCOME/ })).toHaveCount(0);
  });

  await test.step('a deletion that fails says so in the error dialog', async () => {
    expect(guard.faults(), 'until here').toEqual([]);
    guard.expectFault(/500/);
    await page.route('**/console/v1/bonus/*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Delete bonus CONSOLE_DISCOUNT' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectErrorDialog(page, 'An unexpected error encountered when connecting to the server.');
  });
});
