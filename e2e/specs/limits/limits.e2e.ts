import { administrator, apiOf } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

interface Limit {
  name: string;
  used: number | null;
  limit: number;
}

test('what fills up says so before it is full, is refused when it is, and old versions make room', async ({
  page,
  productUrl,
  signedIn,
}) => {
  const api = await apiOf(productUrl, signedIn);
  const admin = await apiOf(productUrl, administrator());
  const { domainId } = await api.must<{ domainId: string }>('GET', '/auth/v1/user');
  const service = '/services/hyper-dispatch';
  const versionOf = async () =>
    (await api.must<{ version: number }>('GET', `${service}/export/metadata`)).version;
  const importing = async (content: string) => {
    const files = [{ name: 'large.js', action: 'remote', content }];
    const folders = [{ name: 'functions', files }];
    return api.call('POST', `${service}/import`, { baseVersion: await versionOf(), message: '', folders });
  };
  const find = async (name: string) =>
    (await api.must<Limit[]>('GET', '/console/v1/limits')).find((limit) => limit.name === name);
  for (let round = 0; round < 12; round += 1) {
    expect((await importing(`// ${round} ${'x'.repeat(20_000)}`)).status).toBe(200);
  }

  await test.step('at 80 % the dashboard and the usage page say so', async () => {
    const used = (await find('historyBytes'))?.used ?? 0;
    expect(used).toBeGreaterThan(200_000);
    const limit = Math.floor(used / 0.9);
    await admin.must('PUT', `/console/v1/domain/${domainId}/limits`, { name: 'historyBytes', limit });
    expect(await find('historyBytes')).toMatchObject({ used, limit });
    await page.goto('/console/');
    const notice = page.getByRole('status').filter({ hasText: 'A limit of your domain is almost reached' });
    await expect(notice).toContainText('Versions of the configuration:');
    await notice.getByRole('link', { name: 'See all limits' }).click();
    await expect(page.getByRole('heading', { name: 'Budgets and limits', level: 1 })).toBeVisible();
    const meter = page.getByRole('meter', { name: 'Versions of the configuration' });
    await expect(meter).toHaveAttribute('aria-valuenow', '90');
  });

  await test.step('what would exceed it is refused with the limit, the use and a way out', async () => {
    const refused = await importing('y'.repeat(200_000));
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain(
      'The limit of this domain is reached. Versions of the configuration:',
    );
    expect(await versionOf()).toBe(13);
  });

  await test.step('old versions are deleted after a question that names them', async () => {
    await page.goto('/console/changes/versions');
    await page.getByRole('button', { name: 'Delete versions 1 to 3 of Functions' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('delete versions 1 to 3 of Functions?');
    await expect(question).toContainText('Versions 4 to 13 stay.');
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Deleted versions 1 to 3 of Functions.')).toBeVisible();
    await expect(page.getByRole('cell', { name: '4 to 13', exact: true })).toBeVisible();
    expect((await importing('z'.repeat(20_000))).status).toBe(200);
  });
});
