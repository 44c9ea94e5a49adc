import { listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import { compareSides } from '@atrium/contract/configuration/comparison';
import type { ImportedService } from '@atrium/contract/configuration/import';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { currentToasts } from '../../../ui/toast.ts';
import { BackupsDialog } from './BackupsDialog.tsx';

const backup = {
  id: 'b8b7a3f0-6a55-4b07-9d1a-2a6a31a1f001',
  serviceId: 'shop',
  serviceName: 'Shop',
  version: 1,
  importedVersion: 2,
  createdOn: '2026-11-24T12:00:00.000Z',
  user: 'ada',
  message: 'Imported configuration',
  commitSha: null,
  backupKey: 'k1',
};

it('says of each service of a restore whether it is back, why not, and what to do next', async () => {
  signIn('configuration.read', 'configuration.write');
  answer(listBackups, () => ({
    content: [backup],
    totalElements: 1,
    totalPages: 1,
    pageable: { pageNumber: 0, pageSize: 10 },
  }));
  const refused = (reason: string) => ({
    status: 'ERROR' as const,
    error: { localizedMessage: reason },
  });
  const services: ImportedService[] = [
    {
      serviceId: 'shop',
      serviceName: 'Shop',
      ...refused('A passed run is demanded.'),
      needsPassedRun: true,
    },
    { serviceId: 'news', serviceName: 'News', status: 'OK', version: 7, backupId: 'b2' },
    { serviceId: 'mail', serviceName: 'Mail', ...refused('No answer.'), isOutcomeUnknown: true },
  ];
  answer(compareSides, () => ({ services: [] }));
  answer(restoreBackup, () => ({ services }));
  const screen = await draw(<BackupsDialog onClose={() => {}} />);
  const button = (name: string) => screen.getByRole('button', { name });
  await expect.element(button('View changes of Shop from version 1 to 2')).toBeVisible();
  await expect.element(button('Restore service Shop to version 1')).toBeVisible();
  await button('Restore all services of the import of 11/24/2026 12:00:00').click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  const failed = screen.getByRole('alertdialog', { name: 'Not everything was restored' });
  await expect.element(failed).toBeVisible();
  const textOf = (name: string) =>
    failed.getByText(name, { exact: true }).element().parentElement?.textContent;
  expect(textOf('Shop')).toMatch(/^ShopA passed run is demanded\.Return to this version in the list/);
  expect(textOf('News')).toBe('NewsRestored: version 7 is live.');
  expect(textOf('Mail')).toBe('MailIt is not known whether this was made live. No answer.');
  await expect
    .element(failed.getByText('2 of 3 services of the import could not be restored.'))
    .toBeVisible();
  await expect.element(failed.getByText(/choose Restore service for each/)).toBeVisible();
  expect(currentToasts()).toEqual([]);
  await failed.getByRole('button', { name: 'Ok' }).click();
  await expect.element(failed).not.toBeInTheDocument();
});
