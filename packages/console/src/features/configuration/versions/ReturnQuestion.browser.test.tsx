import { compareSides } from '@atrium/contract/configuration/comparison';
import { returnToVersion } from '@atrium/contract/configuration/versions';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { exportSourceFiles } from '@atrium/contract/service-api/versions/export-files';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { ReturnQuestion } from './ReturnQuestion.tsx';

const place = { folderPath: 'functions', name: 'greet.js', filePath: 'functions/greet.js' };
const file = { ...place, type: 'CHANGED' as const, before: 'a', after: 'b' };
const comparedTo = (files: (typeof file)[]) => ({ services: [{ serviceId: 'shop', files }] });

it('does not say that nothing was changed when no one knows, and asks again with what is live then', async () => {
  answer(compareSides, () => comparedTo([file]));
  answer(returnToVersion, () => {
    answer(compareSides, () => comparedTo([]));
    return refusal(502, 'The answer was lost.');
  });
  const service = { id: 'shop', name: 'Shop' };
  const screen = await draw(
    <ReturnQuestion service={service} version={1} liveVersion={2} onClose={() => {}} />,
  );
  await expect.element(screen.getByText('functions/greet.js')).toBeVisible();
  await screen.getByRole('button', { name: 'Return' }).click();
  const failed = screen.getByRole('alertdialog', { name: /^It is not known/ });
  await expect.element(failed.getByText('The answer was lost.')).toBeVisible();
  await failed.getByRole('button', { name: 'Ok' }).click();
  await expect.element(screen.getByText('All files are already as in version 1.')).toBeVisible();
});

it('names and returns both places of a file that was moved', async () => {
  const sent: unknown[] = [];
  answer(compareSides, () => ({ services: [] }));
  answer(returnToVersion, ({ body }, headers) => {
    expect(headers.get('idempotency-key'), 'sent again, it counts once').toBe(body.progress);
    sent.push(body.files);
    return refusal(409, 'Something else is live.');
  });
  const moved = { oldFilePath: 'functions/old.js', filePath: 'functions/to/new.js' };
  const screen = await draw(
    <ReturnQuestion
      service={{ id: 'shop', name: 'Shop' }}
      version={1}
      liveVersion={2}
      file={moved}
      onClose={() => undefined}
    />,
  );
  const question = screen.getByRole('alertdialog', {
    name: 'Return functions/old.js and functions/to/new.js to version 1?',
  });
  await expect.element(question.getByText(/back at functions\/old.js, and no longer at/)).toBeVisible();
  await question.getByRole('button', { name: 'Return' }).click();
  await expect.element(screen.getByText('Something else is live.')).toBeVisible();
  expect(sent).toEqual([
    [
      { folderPath: 'functions', name: 'old.js' },
      { folderPath: 'functions/to', name: 'new.js' },
    ],
  ]);
});

it('says which other versions are taken back, too', async () => {
  answer(compareSides, () => comparedTo([file]));
  const service = { id: 'shop', name: 'Shop' };
  const screen = await draw(
    <ReturnQuestion service={service} version={2} liveVersion={4} onClose={() => undefined} />,
  );
  await expect.element(screen.getByText('This takes back versions 3 to 4.')).toBeVisible();
});

it('says what functions reach and what reaches them after the return, and which secret is missing', async () => {
  const at = <E extends { path: `/${string}` }>(endpoint: E) =>
    ({ ...endpoint, path: `/services/shop${endpoint.path}` }) as E;
  const meta = { folderPath: 'functions', name: 'pay.meta.js', filePath: 'functions/pay.meta.js' };
  answer(compareSides, () => comparedTo([file, { ...meta, type: 'CHANGED', before: 'a', after: 'b' }]));
  const texts = {
    live: `export default { http: { path: '/pay', access: 'public' }, schedule: [{ cron: '0 7 * * 1-5' }] };`,
    before: `export default { secrets: ['STRIPE_KEY'] };`,
  };
  answer(at(exportSourceFiles), ({ body: { version, files } }) => ({
    version: version ?? 3,
    files: files.map((one) => ({
      ...one,
      content: version === undefined ? texts.live : texts.before,
      checksum: 'a'.repeat(40),
    })),
  }));
  answer(at(listValues), () => ({ content: [] }));
  const service = { id: 'shop', name: 'Shop' };
  const screen = await draw(
    <ReturnQuestion service={service} version={2} liveVersion={3} onClose={() => undefined} />,
  );
  for (const reason of [
    'will no longer be callable at /pay',
    'no longer runs at 7:00 on weekdays (UTC)',
    'gets the secret STRIPE_KEY',
    'needs the secret STRIPE_KEY, which is not set',
  ])
    await expect.element(screen.getByText(`functions/pay: ${reason}`)).toBeVisible();
});
