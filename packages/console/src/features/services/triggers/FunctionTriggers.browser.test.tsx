import { editFiles } from '@atrium/contract/configuration/edit';
import { listSchedules } from '@atrium/contract/service-api/functions/background';
import { listInvocations } from '@atrium/contract/service-api/functions/invocations';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { getFunctionsUrl } from '@atrium/contract/services/functions-url';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { FunctionTriggers } from './FunctionTriggers.tsx';

const at = <E extends { path: string }>(endpoint: E) =>
  ({ ...endpoint, path: `/services/shop${endpoint.path}` }) as const;

const META = `// Stripe calls it.
export default {
  tags: ['shop'],
  http: { path: '/hooks/stripe', access: 'public', verify: { scheme: 'stripe', secret: 'STRIPE_WEBHOOK_SECRET' } },
};
`;

function serve(content: string | undefined) {
  answer(at(exportSourceFile), () =>
    content === undefined
      ? refusal(404, 'There is no such file.')
      : {
          name: 'pay.meta.js',
          folderPath: 'functions',
          filePath: 'functions/pay.meta.js',
          breadcrumb: ['functions'],
          checksum: 'a'.repeat(40),
          commitSha: null,
          lastModified: '2026-11-24T12:00:00.000Z',
          content,
        },
  );
  answer(getFunctionsUrl, () => ({ url: 'http://127.0.0.1:8081/0123456789ab' }));
  answer(at(listInvocations), () => ({ content: [], hasMore: false }));
  answer(at(listSchedules), () => ({ schedules: [] }));
}

it('shows the address of a function and what a request needs', async () => {
  serve(META);
  signIn('functions.invoke', 'configuration.read', 'configuration.write');
  const screen = await draw(<FunctionTriggers serviceId="shop" name="pay" />);
  await expect
    .element(screen.getByLabelText('Address', { exact: true }))
    .toHaveTextContent('http://127.0.0.1:8081/0123456789ab/hooks/stripe');
  await expect.element(screen.getByText('STRIPE_WEBHOOK_SECRET')).toBeVisible();
  await expect.element(screen.getByText('Anyone')).toBeVisible();
  await expectNoFindings();
});

it('edits the address in the metadata, and keeps its comments', async () => {
  serve(META);
  const sent: unknown[] = [];
  answer(editFiles, ({ body }) => {
    sent.push(body.files[0]?.content, body.message);
    return { version: 2, backupId: null };
  });
  signIn('functions.invoke', 'configuration.read', 'configuration.write');
  const screen = await draw(<FunctionTriggers serviceId="shop" name="pay" />);
  await screen.getByRole('button', { name: 'Edit address' }).click();
  await screen.getByLabelText(/^Path/).fill('hooks');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/^It must begin with \//)).toBeVisible();
  await screen.getByLabelText(/^Path/).fill('/hooks/payment');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]).toContain('// Stripe calls it.');
  expect(sent[0]).toContain('http: { path: "/hooks/payment", access: \'public\', verify: {');
  expect(sent[1]).toBe('Call pay at /hooks/payment');
});

it('gives a function without metadata an address', async () => {
  serve(undefined);
  const sent: unknown[] = [];
  answer(editFiles, ({ body }) => {
    sent.push(body.files[0]);
    return { version: 2, backupId: null };
  });
  signIn('functions.invoke', 'configuration.read', 'configuration.write');
  const screen = await draw(<FunctionTriggers serviceId="shop" name="tea/pay" />);
  await screen.getByRole('button', { name: 'Add address' }).click();
  await screen.getByLabelText(/^Path/).fill('/pay');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).toMatchObject({ folderPath: 'functions/tea', name: 'pay.meta.js', checksum: null });
});

it('says of a disabled function that nothing calls it', async () => {
  serve(META.replace("tags: ['shop'],", "disabled: true, schedule: [{ cron: '0 7 * * *' }],"));
  signIn('functions.invoke', 'configuration.read');
  const screen = await draw(<FunctionTriggers serviceId="shop" name="pay" />);
  await expect.element(screen.getByText(/^The function is disabled/)).toBeVisible();
  await expect.element(screen.getByText('0 7 * * *')).toBeVisible();
});
