import { inspectPage } from '../../support/accessibility.ts';
import { expectSignedOut } from '../../support/api.ts';
import { expectFlagged, field } from '../../support/forms.ts';
import { readMailbox } from '../../support/mailbox.ts';
import { apiOf, makePerson, signInByForm } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

test('an owner sees what ends, types the username, confirms, and is out', async ({
  page,
  productUrl,
  guard,
  signedIn,
}) => {
  const api = await apiOf(productUrl, signedIn);
  const { username, email, firstName, lastName } = makePerson();
  await api.must('POST', '/auth/v1/user/children', { username, email, firstName, lastName });
  await page.goto('/console/profile');
  await page.getByRole('button', { name: 'Close account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close account' });
  const typed = field(dialog, `Enter your username to confirm (${signedIn.username})`);

  await test.step('what ends is named', async () => {
    await expect(dialog).toContainText(`1 child user: ${username}`);
    await expect(dialog).toContainText('The operator can reopen it for 45 days');
    await expect(dialog).toContainText('is billed with a last invoice');
    await inspectPage(page, 'close-account');
  });

  guard.expectFault(/status of (401|403|422)/);
  await test.step('another name closes nothing', async () => {
    await typed.fill('someone-else');
    await dialog.getByRole('button', { name: 'Close account' }).click();
    const ok = page.getByRole('button', { name: 'Ok', exact: true });
    await ok.click();
    await expectFlagged(page, [`Enter your username to confirm (${signedIn.username})`]);
    await expect(typed).toBeFocused();
  });

  await test.step('the right one does, and no one signs in any more', async () => {
    await typed.fill(signedIn.username);
    await expect(typed).toHaveValue(signedIn.username);
    await dialog.getByRole('button', { name: 'Close account' }).click();
    await expect(page).toHaveURL(/\/console\/login/);
    await expectSignedOut(api);
    await signInByForm(page, signedIn);
    await expect(page.getByText('Wrong username or password.')).toBeVisible();
    const told = async () =>
      (await readMailbox(productUrl)).filter(
        ({ to, subject }) => to.includes(signedIn.email) && subject === 'Your account was closed',
      ).length;
    await expect.poll(told).toBe(1);
  });
});
