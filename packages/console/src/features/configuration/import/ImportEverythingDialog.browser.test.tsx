import { listBases, type ServiceBase } from '@atrium/contract/configuration/bases';
import { checkBodies, importBodies, readLocalBodies } from '@atrium/contract/configuration/import';
import { getProgress } from '@atrium/contract/configuration/progress';
import { getPull, type Pull } from '@atrium/contract/configuration/pull';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { testCandidate } from '@atrium/contract/test-runs/candidate';
import { createBrowserHistory } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { ImportEverythingDialog } from './ImportEverythingDialog.tsx';

const bodyOf = (source: string) => JSON.stringify({ functions: [{ name: 'greet', source }] });
const result = {
  name: 'Shop',
  serviceId: 'shop',
  localBody: bodyOf('1'),
  gitBody: bodyOf('2'),
  commitSha: null,
  baseVersion: 1,
  sendBody: true,
  showBody: true,
};

const time = '2026-11-27T12:00:00.000Z';
const pull: Pull = {
  uuid: '0190f2c4-7a10-7000-8000-000000000001',
  branch: 'main',
  commitSha: 'a'.repeat(40),
  gitUrl: 'https://git.example.com/shop.git',
  pulledOn: time,
  expiresOn: time,
  services: [],
  ignored: [],
  lastCommits: 'COMPLETE',
};

async function open(options: Parameters<typeof draw>[1] = {}) {
  const handleClose = vi.fn<() => void>();
  const screen = await draw(<ImportEverythingDialog results={[result]} onClose={handleClose} />, options);
  const dialog = screen.getByRole('dialog', { name: 'Import Everything' });
  return {
    screen,
    dialog,
    handleClose,
    choice: dialog.getByRole('combobox', { name: 'Choice for functions/greet' }),
  };
}

it('asks before Escape or the cross loses an option that was decided, and not when none was', async () => {
  const { screen, dialog, handleClose, choice } = await open();
  await expect.element(choice).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(handleClose).toHaveBeenCalledOnce();
  await choice.selectOptions('Local');
  await userEvent.keyboard('{Escape}');
  const question = screen.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(handleClose).toHaveBeenCalledOnce();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => handleClose).toHaveBeenCalledTimes(2);
});

it('asks before a step back takes it out of the address', async () => {
  const { pathname, search } = window.location;
  // Only the browser's history keeps these entries.
  const history = createBrowserHistory();
  history.push(`${pathname}?dialog=upload`);
  history.flush();
  const { screen, choice } = await open({ history });
  await choice.selectOptions('Local');
  window.history.back();
  const question = screen.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.poll(() => window.location.search).toBe('?dialog=upload');
  await expect.element(question).not.toBeInTheDocument();
  window.history.back();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => history.location.search).toBe(search);
  history.destroy();
});

it('stays open while it is submitted: what comes of it is shown nowhere else', async () => {
  signIn('configuration.read', 'configuration.write');
  const held = Promise.withResolvers<Response>();
  answer(checkBodies, () => ({ services: [] }));
  answer(importBodies, () => held.promise);
  answer(getProgress, () => refusal(404, 'It is not known yet.'));
  const { screen, dialog, handleClose } = await open();
  const submit = dialog.getByRole('button', { name: 'Submit', exact: true });
  await submit.click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(handleClose).not.toHaveBeenCalled();
  held.resolve(refusal(422, 'The body is refused.'));
  await expect.element(screen.getByText('The body is refused.')).toBeVisible();
});

it('takes no choice while it is submitted, and sends what was checked and asked about', async () => {
  signIn('configuration.read', 'configuration.write', 'tests.run');
  const held = Promise.withResolvers<{ services: [] }>();
  const sent = vi.fn<(baseVersions: number[]) => void>();
  answer(testCandidate, () =>
    Response.json({ details: { moved: ['functions/thanks.js'] } }, { status: 409 }),
  );
  answer(checkBodies, () => held.promise);
  const localBody = JSON.stringify({ functions: [{ name: 'greet', source: '1' }, { name: 'thanks' }] });
  answer(readLocalBodies, () => ({ results: [{ ...result, localBody, baseVersion: 2 }] }));
  answer(importBodies, ({ body }) => {
    sent(body.confirmed.map(({ baseVersion }) => baseVersion));
    return refusal(422, 'The body is refused.');
  });
  answer(getProgress, () => refusal(404, 'It is not known yet.'));
  const { screen, dialog, choice } = await open();
  await dialog.getByRole('button', { name: 'Test this merge' }).click();
  const compareAgain = dialog.getByRole('button', { name: 'Compare again' });
  await expect.element(compareAgain).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect.element(choice).toBeDisabled();
  await expect.element(dialog.getByRole('checkbox', { name: /^Include Shop/ })).toBeDisabled();
  await expect.element(dialog.getByRole('button', { name: 'Apply REMOTE' })).toBeDisabled();

  await compareAgain.click();
  await expect.element(dialog.getByRole('combobox', { name: 'Choice for functions/thanks' })).toBeDisabled();
  held.resolve({ services: [] });
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click();
  await expect.element(screen.getByText('The body is refused.')).toBeVisible();
  expect(sent).toHaveBeenCalledExactlyOnceWith([1]);
});

it('learns of a newer exchange of someone else when it compares again', async () => {
  signIn('configuration.read', 'configuration.write', 'tests.run');
  const before: ServiceBase = { exchange: crypto.randomUUID(), changed: {}, added: [], kept: [] };
  answer(listBases, () => ({ services: { shop: before } }));
  answer(testCandidate, () => Response.json({ details: { moved: ['functions/greet.js'] } }, { status: 409 }));
  answer(checkBodies, () => ({ services: [] }));
  const screen = await draw(
    <ImportEverythingDialog results={[result]} pull={pull} onClose={() => undefined} />,
  );
  const dialog = screen.getByRole('dialog', { name: 'Import Everything' });
  await dialog.getByRole('button', { name: 'Test this merge' }).click();

  const newer = { commitSha: 'b'.repeat(40), direction: 'PULL', exchangedOn: time, user: 'grace' } as const;
  const now = crypto.randomUUID();
  answer(listBases, () => ({ services: { shop: { ...before, exchange: now, newer } } }));
  answer(getPull, () => ({ ...pull, results: [{ ...result, localBody: bodyOf('3'), baseVersion: 2 }] }));
  await dialog.getByRole('button', { name: 'Compare again' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Compare again' })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question.getByText(/newer commit will be undone/)).toBeVisible();

  // The request contains the shown base, so that a newer exchange is rejected.
  const exchanged = 'The service has exchanged files with this branch.';
  const failure = { serviceName: 'Shop', status: 'ERROR' as const, error: { localizedMessage: exchanged } };
  const sent = vi.fn<(...given: unknown[]) => void>();
  answer(importBodies, ({ body }) => {
    sent(body.confirmed[0]?.exchange);
    return { results: [{ serviceId: 'shop', ...failure, moved: [] }] };
  });
  answer(getProgress, () => refusal(404, 'It is not known yet.'));
  await question.getByRole('button', { name: 'Submit' }).click();
  await expect.element(dialog.getByText(exchanged)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Compare again' })).toBeVisible();
  expect(sent).toHaveBeenCalledExactlyOnceWith(now);
});

it('shows a service that could not be read beside the others, and compares it once it can be', async () => {
  const unread = { serviceId: 'shop', serviceName: 'Shop', error: { localizedMessage: 'Shop is away.' } };
  const other = { ...result, name: 'Content', serviceId: 'content' };
  answer(listBases, () => ({ services: {} }));
  const screen = await draw(
    <ImportEverythingDialog
      results={[other]}
      pull={{ ...pull, unread: [unread] }}
      onClose={() => undefined}
    />,
  );
  const dialog = screen.getByRole('dialog', { name: 'Import Everything' });
  await expect.element(dialog.getByText('Shop could not be compared.')).toBeVisible();
  await expect.element(dialog.getByText('Shop is away.')).toBeVisible();
  await expect.element(dialog.getByRole('checkbox', { name: /Include Content/ })).toBeChecked();
  answer(getPull, () => ({ ...pull, results: [result, other] }));
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(dialog.getByRole('checkbox', { name: /Include Shop/ })).toBeChecked();
  await expect.element(dialog.getByText('Shop could not be compared.')).not.toBeInTheDocument();
});

it('says before the submit of an upload what functions reach, and which secret is missing', async () => {
  signIn('configuration.read', 'configuration.write');
  answer(checkBodies, () => ({ services: [] }));
  const path = `/services/shop${listValues.path}` as const;
  answer({ ...listValues, path }, () => ({ content: [] }));
  const pay = { name: 'pay', folder: 'shop', source: '1', secrets: ['KEY'], fetch: ['api.stripe.com'] };
  const results = [
    { ...result, localBody: '{}', gitBody: JSON.stringify({ functions: [pay], rules: [{ name: 'a' }] }) },
  ];
  const screen = await draw(<ImportEverythingDialog results={results} onClose={() => undefined} />);
  await screen.getByRole('button', { name: 'Submit', exact: true }).click();
  const question = screen.getByRole('alertdialog');
  for (const reason of [
    'reaches a new host: api.stripe.com',
    'gets the secret KEY',
    'needs the secret KEY, which is not set',
  ])
    await expect.element(question.getByText(`functions/shop/pay: ${reason}`)).toBeVisible();
});
