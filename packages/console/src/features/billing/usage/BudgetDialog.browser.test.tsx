import { listBudgets, updateBudget } from '@atrium/contract/billing/budget';
import { listUsedFunctions } from '@atrium/contract/billing/usage-month';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { listServices } from '@atrium/contract/services/service';
import { beforeEach, expect, it } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { BudgetDialog } from './BudgetDialog.tsx';

const id = '0190f2c4-7a10-7000-8000-000000000000';
const service = { id: 'shop', name: 'Shop' };
const file = {
  name: 'brew.js',
  folderPath: 'functions/tea',
  checksum: 'a'.repeat(40),
  commitSha: null,
  lastModified: '2026-11-21T09:00:00Z',
  breadcrumb: [],
};
const stops = [{ serviceId: 'shop', function: 'old' }];
const budget = { id, cents: 5000, reachedOn: null, stops };
const used = { service, isCollection: false, calls: 1, milliseconds: 1, bytes: 1, cents: 1, share: 1 };

beforeEach(() => {
  answer(listServices, () => ({
    services: [
      { ...service, uri: '', group: '', health: { fe: null, be: null }, info: { fe: null, be: null } },
    ],
  }));
  answer(listUsedFunctions, ({ body }) => ({
    content: ['tea/brew', 'tea/serve'].map((target) => ({ ...used, target, beforeCents: 0 })),
    totalElements: 2,
    totalPages: 1,
    pageable: { pageNumber: body.page, pageSize: body.size },
  }));
  answer(listBudgets, () => []);
  answer({ ...exportMetadata, path: '/services/shop/export/metadata' }, () => ({
    version: 1,
    folders: [{ name: 'functions/tea', files: [{ ...file, filePath: 'functions/tea/brew.js' }] }],
    defaultActions: {},
  }));
});

it('stops what is chosen from the list and what is typed', async () => {
  let saved: unknown;
  answer(updateBudget, ({ body }) => {
    saved = body;
    return { id, cents: body.cents, reachedOn: null, stops: body.stops ?? [] };
  });
  let isClosed = false;
  signIn('configuration.read');
  const screen = await draw(<BudgetDialog budget={budget} onClose={() => (isClosed = true)} />);
  const box = (name: string) => screen.getByRole('checkbox', { name, exact: true });
  // A stop has no effect on a missing function.
  await expect.element(box('shop/old Not in the live configuration')).toBeChecked();
  await expect.element(box('All functions of Shop')).not.toBeChecked();
  await box('shop/tea/brew').click();
  const others = screen.getByRole('textbox', { name: 'Other functions to stop' });
  await others.fill('tea');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/^Enter one function per line/)).toBeVisible();
  await expectNoFindings();
  await others.fill('shop/cups/wash\n\n shop/cups/dry ');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => isClosed).toBe(true);
  const names = ['old', 'tea/brew', 'cups/wash', 'cups/dry'];
  expect(saved).toEqual({ cents: 5000, stops: names.map((name) => ({ serviceId: 'shop', function: name })) });
});
