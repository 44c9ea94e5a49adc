import { inspectPage } from '../../support/accessibility.ts';
import type { Api } from '../../support/api.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

test.describe.configure({ timeout: 180_000 });

const service = 'hyper-dispatch';

async function edit(api: Api, change: (text: string) => string, message: string): Promise<void> {
  const read = { folder: 'functions', name: 'greet.js' };
  const source = `/services/${service}/export/source/file`;
  const live = await api.must<{ content: string; checksum: string }>('POST', source, read);
  const file = { folderPath: 'functions', name: 'greet.js', checksum: live.checksum };
  await api.must('POST', `/console/v1/configuration/${service}/edit`, {
    message,
    files: [{ ...file, content: change(live.content) }],
  });
}

async function run(api: Api): Promise<string> {
  const tests = [{ id: `${service}/tests/example/greets-by-name` }];
  const body = { servicesTests: [{ serviceId: service, tests }] };
  const { runId } = await api.must<{ runId: string }>('POST', '/console/v1/tests/run', body);
  const statusOf = async () =>
    (await api.must<{ status: string }>('GET', `/console/v1/tests/run/get/${runId}`)).status;
  await expect.poll(statusOf, { timeout: 60_000 }).not.toBe('RUNNING');
  return runId;
}

test('a failure names the version that broke it, and what that one changed', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  await run(customerApi);
  for (const round of [1, 2, 3])
    await edit(customerApi, (text) => `// ${round}\n${text}`, `Comment ${round}`);
  await edit(customerApi, (text) => text.replace('Hello', 'Bye'), 'Say goodbye');
  for (const round of [4, 5]) await edit(customerApi, (text) => `// ${round}\n${text}`, `Comment ${round}`);
  const runId = await run(customerApi);

  await page.goto(`/console/test-runner-dashboard?runId=${runId}`);
  await page.getByRole('button', { name: 'Find the change' }).click();
  await expect(page.getByText('Version 5 of Functions broke it')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('“Say goodbye”')).toBeVisible();
  await expect(page.getByText('It passes with version 4.')).toBeVisible();
  await expectLoaded(page);
  await inspectPage(page, 'change-found');

  // It is kept with the failure.
  await page.reload();
  await expect(page.getByText('Version 5 of Functions broke it')).toBeVisible();
  await page.getByRole('link', { name: 'What version 5 changed' }).click();
  await expect(page).toHaveURL(/tab=versions&changes=4-5/);
});
