import { editFiles } from '@atrium/contract/configuration/edit';
import { listSchedules, previewSchedule } from '@atrium/contract/service-api/functions/background';
import { listInvocations } from '@atrium/contract/service-api/functions/invocations';
import {
  listRefusedRequests,
  type RefusalReason,
} from '@atrium/contract/service-api/functions/refused-requests';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFile, exportSourceFiles } from '@atrium/contract/service-api/versions/export-files';
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
  answer(getFunctionsUrl, () => ({
    url: 'http://127.0.0.1:8081/0123456789ab',
    own: ['https://shop.example'],
  }));
  answer(at(listInvocations), () => ({ content: [], hasMore: false }));
  answer(at(listSchedules), () => ({ schedules: [] }));
  answer(at(listValues), () => ({ content: [] }));
  answer(at(listRefusedRequests), () => ({ days: 7, content: [] }));
}

it('shows the address of a function and what a request needs', async () => {
  serve(META);
  signIn('functions.invoke', 'configuration.read', 'configuration.write');
  const screen = await draw(<FunctionTriggers serviceId="shop" name="pay" />);
  await expect
    .element(screen.getByLabelText('Address', { exact: true }))
    .toHaveTextContent('http://127.0.0.1:8081/0123456789ab/hooks/stripe');
  await expect
    .element(screen.getByLabelText('Address at shop.example', { exact: true }))
    .toHaveTextContent('https://shop.example/hooks/stripe');
  await expect.element(screen.getByText('STRIPE_WEBHOOK_SECRET')).toBeVisible();
  await expect.element(screen.getByText('Anyone')).toBeVisible();
  await expectNoFindings();
});

it('shows why requests to the address were refused, and what to do', async () => {
  serve(META);
  const refused = (reason: RefusalReason, count: number, minutes: number) => {
    const lastOn = new Date(Date.now() - minutes * 60_000).toISOString();
    return { reason, count, firstOn: '2026-11-24T12:00:00.000Z', lastOn };
  };
  answer(at(listRefusedRequests), ({ query }) => {
    expect(query.function).toBe('pay');
    return { days: 7, content: [refused('SIGNATURE_INVALID', 1200, 5.5), refused('SECRET_UNSET', 2, 90)] };
  });
  signIn('functions.invoke', 'configuration.read');
  const screen = await draw(<FunctionTriggers serviceId="shop" name="pay" />);
  await expect.element(screen.getByText('No request has reached the function lately.')).toBeVisible();
  await expect
    .element(screen.getByRole('heading', { name: 'Refused in the last 7 days: 1,202' }))
    .toBeVisible();
  const rows = screen.getByRole('list', { name: 'Refused requests' }).getByRole('listitem');
  await expect
    .element(rows.nth(0))
    .toHaveTextContent(
      "1,200 · The signature doesn't match · last 5 minutes agoSet the secret STRIPE_WEBHOOK_SECRET to the signing secret that the sender shows for this address. Proxies must not change the body.",
    );
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(
      "2 · The secret STRIPE_WEBHOOK_SECRET isn't set · last 1 hour agoSet it under Secrets & variables.",
    );
  await expectNoFindings();
});

it('shows nothing of refused requests without any, and for a service that does not count them', async () => {
  serve(META);
  signIn('functions.invoke', 'configuration.read');
  const counted = await draw(<FunctionTriggers serviceId="shop" name="pay" />);
  await expect.element(counted.getByText('No request has reached the function lately.')).toBeVisible();
  expect(counted.getByText(/Refused/).elements()).toEqual([]);
  answer(at(listRefusedRequests), () => refusal(404, 'Not found.'));
  const screen = await draw(<FunctionTriggers serviceId="shop" name="pay" />);
  await expect.element(screen.getByText('STRIPE_WEBHOOK_SECRET')).toBeVisible();
  expect(screen.getByRole('alert').elements()).toEqual([]);
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

/** Metadata files of a service, by path. */
function serveFiles(serviceId: string, files: Record<string, string>) {
  const listed = Object.entries(files).map(([path, content]) => {
    const cut = path.lastIndexOf('/');
    return { folderPath: path.slice(0, cut), name: path.slice(cut + 1), content, checksum: 'a'.repeat(40) };
  });
  answer({ ...exportMetadata, path: `/services/${serviceId}${exportMetadata.path}` as const }, () => ({
    version: 1,
    folders: listed.map(({ folderPath, name, checksum }) => ({
      name: folderPath,
      files: [
        {
          folderPath,
          name,
          filePath: `${folderPath}/${name}`,
          checksum,
          commitSha: null,
          lastModified: '2026-11-24T12:00:00.000Z',
          breadcrumb: [folderPath],
        },
      ],
    })),
    defaultActions: {},
  }));
  answer({ ...exportSourceFiles, path: `/services/${serviceId}${exportSourceFiles.path}` as const }, () => ({
    version: 1,
    files: listed.map(({ folderPath, ...file }) => ({ ...file, folder: folderPath })),
  }));
}

it('edits schedules with their meaning, their next times and the errors at the field', async () => {
  serve(META);
  const asked: string[] = [];
  answer(at(previewSchedule), ({ query: { cron, timeZone } }) => {
    asked.push(`${cron} ${timeZone}`);
    if (cron === '0 25 * * *') return refusal(422, '0 25 * * * is no time: got value 25.');
    return { next: ['2026-11-30T06:00:00.000Z'] };
  });
  const sent: unknown[] = [];
  answer(editFiles, ({ body }) => {
    sent.push(body.files[0]?.content, body.message);
    return { version: 2, backupId: null };
  });
  signIn('functions.invoke', 'configuration.read', 'configuration.write');
  const screen = await draw(<FunctionTriggers serviceId="shop" name="pay" />);
  await screen.getByRole('button', { name: 'Add schedule' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Schedules of pay' });
  const times = dialog.getByLabelText(/^Times/);
  await times.fill('7 o clock');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(/^It needs five fields/)).toBeVisible();
  await times.fill('0 25 * * *');
  await expect.element(dialog.getByText('0 25 * * * is no time: got value 25.')).toBeVisible();
  await times.fill('0 7 * * 1-5');
  await dialog.getByLabelText(/^Time zone/).fill('Europe/Vienna');
  await expect.element(dialog.getByText('Runs at 7:00 on weekdays (Europe/Vienna).')).toBeVisible();
  await expect.element(dialog.getByText('Next times in Europe/Vienna: 11/30/2026 07:00:00')).toBeVisible();
  await dialog.getByLabelText(/^Input/).fill('{"days": 7}');
  await dialog.getByLabelText(/^When Atrium did not run/).selectOptions('run');
  await expect
    .element(dialog.getByText('functions/pay: runs at 7:00 on weekdays (Europe/Vienna)'))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Preview of the metadata' }).click();
  await expect.element(dialog.getByText(/^\/\/ Stripe calls it[^]*tags: \['shop'\]/)).toBeVisible();
  await expectNoFindings();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]).toContain('// Stripe calls it.');
  expect(String(sent[0]).replaceAll(/\s+/g, ' ')).toContain(
    'schedule: [ { cron: "0 7 * * 1-5", timeZone: "Europe/Vienna", input: { days: 7, }, missed: "run", }, ]',
  );
  expect(sent[1]).toBe('Run pay at 7:00 on weekdays (Europe/Vienna)');
  expect(asked).not.toContain('7 o clock');
});

it('offers changes of collections and known events, and keeps others', async () => {
  serve(META.replace("tags: ['shop'],", "on: ['content.gone.deleted', 'order.paid'],"));
  serveFiles('content', { 'collections/orders.meta.js': 'export default { schema: true };' });
  serveFiles('shop', {
    'rules/a.meta.js': `export default { event: 'order.paid', function: 'pay' };`,
    'functions/b.meta.js': `export default { on: ['user.*', 'content.orders.updated'] };`,
  });
  const sent: unknown[] = [];
  answer(editFiles, ({ body }) => {
    sent.push(body.files[0]?.content);
    return { version: 2, backupId: null };
  });
  signIn('functions.invoke', 'configuration.read', 'configuration.write');
  const screen = await draw(<FunctionTriggers serviceId="shop" name="pay" />);
  await screen.getByRole('button', { name: 'Edit events' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Events of pay' });
  const orders = dialog.getByRole('group', { name: 'Entries of orders' });
  await orders.getByRole('checkbox', { name: 'inserted' }).click();
  await expect.element(dialog.getByRole('checkbox', { name: 'order.paid' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'user.*' }).click();
  const own = dialog.getByLabelText('Other events');
  await expect.element(own).toHaveValue('content.gone.deleted');
  await own.fill('content.gone.deleted\nstock!');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(/^stock! is not the name of an event/)).toBeVisible();
  await own.fill('content.gone.deleted\nstock.low');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent.length).toBe(1);
  const [, on = ''] = /on: (\[[^\]]*\])/.exec(String(sent[0])) ?? [];
  expect(on.match(/[\w.*]+/g)).toEqual([
    'content.gone.deleted',
    'order.paid',
    'content.orders.inserted',
    'user.*',
    'stock.low',
  ]);
});
