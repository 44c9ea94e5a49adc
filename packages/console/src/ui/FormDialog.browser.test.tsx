import { createAddress, listAddresses } from '@atrium/contract/billing/address';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { z } from 'zod';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { answer, refusal } from '../../test/platform.ts';
import { endpointQuery } from '../api/endpoint-query.ts';
import { useEndpointForm } from '../api/use-endpoint-form.ts';
import { Button } from './Button.tsx';
import { FormDialog } from './FormDialog.tsx';
import { TextField } from './TextField.tsx';

const Place = z.object({
  addressCity: z.string().trim().min(1, 'Please provide city.'),
  addressZip: z.string().trim().min(1, 'Please provide ZIP.'),
});
const rest = { addressCountry: 'AT', addressLine1: 'Ring 1' };
const saved = {
  ...rest,
  addressCity: 'Wien',
  addressZip: '1010',
  id: '0190f2c4-7a10-7000-8000-000000000000',
  addressLine2: '',
  companyName: '',
  companyVat: '',
  defaultAddress: false,
};

interface PlaceDialogProps {
  onClose: () => void;
  isErrorInline?: boolean;
}

function PlaceDialog({ onClose, isErrorInline = false }: PlaceDialogProps) {
  const form = useEndpointForm(createAddress, {
    schema: Place,
    defaults: { addressCity: '', addressZip: '' },
    toBody: (place) => ({ ...rest, ...place }),
    invalidates: [listAddresses],
    onDone: onClose,
  });
  return (
    <FormDialog form={form} title="Add Place" isErrorInline={isErrorInline} onClose={onClose}>
      <TextField label="City" required hint="Where it is." {...form.field('addressCity')} />
      <TextField label="ZIP" required {...form.field('addressZip')} />
    </FormDialog>
  );
}

function Places({ isErrorInline = false }) {
  const [isOpen, setOpen] = useState(false);
  const places = useQuery(endpointQuery(listAddresses, {}));
  return (
    <>
      <p>{places.data?.length} places</p>
      <Button onClick={() => setOpen(true)}>Add</Button>
      {isOpen && <PlaceDialog isErrorInline={isErrorInline} onClose={() => setOpen(false)} />}
    </>
  );
}

async function open(options: { isErrorInline?: boolean } = {}) {
  answer(listAddresses, () => []);
  const screen = await draw(<Places {...options} />);
  await screen.getByRole('button', { name: 'Add' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Add Place' });
  const city = dialog.getByRole('textbox', { name: 'City' });
  const zip = dialog.getByRole('textbox', { name: 'ZIP' });
  const save = dialog.getByRole('button', { name: 'Save' });
  return { screen, dialog, city, zip, save };
}

it('marks what is wrong, says why, and puts the focus on the first wrong field; nothing is sent', async () => {
  const { dialog, city, zip } = await open();
  const isSent = vi.fn<() => void>();
  answer(createAddress, () => {
    isSent();
    return saved;
  });
  await zip.fill('1010');
  await expect.element(city).toHaveAccessibleDescription('Where it is.');
  await userEvent.keyboard('{Enter}');

  await expect.element(city).toHaveAccessibleDescription('Where it is. Please provide city.');
  await expect.element(city).toBeInvalid();
  await expect.element(city).toHaveFocus();
  await expect.element(zip).toBeValid();
  await expect.element(dialog).toBeVisible();
  await expectNoFindings();
  expect(isSent).not.toHaveBeenCalled();
  await city.fill('Wien');
  await expect.element(city).toHaveAccessibleDescription('Where it is.');
});

it('is busy until the answer, sends a second click nowhere, and closes when the list was read again', async () => {
  const { screen, dialog, city, zip, save } = await open();
  const held = Promise.withResolvers<void>();
  const keys: (string | null)[] = [];
  answer(createAddress, async (_, headers) => {
    keys.push(headers.get('idempotency-key'));
    await held.promise;
    return saved;
  });
  await city.fill('Wien');
  await zip.fill('1010');
  await save.click();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await save.click({ force: true });
  answer(listAddresses, () => [saved]);
  held.resolve();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByText('1 places')).toBeVisible();
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

it('shows a refusal in a dialog, flags the fields that it names, and then puts the focus on the first', async () => {
  const { screen, city, zip, save } = await open();
  const keys: (string | null)[] = [];
  answer(createAddress, (_, headers) => {
    keys.push(headers.get('idempotency-key'));
    return refusal(422, 'The address is not one.', [
      { field: 'addressZip', defaultMessage: 'No such ZIP.' },
      { field: 'addressLine1', defaultMessage: 'No such street.' },
    ]);
  });
  await city.fill('Wien');
  await zip.fill('0');
  await save.click();
  const error = screen.getByRole('alertdialog', { name: 'Error encountered.' });
  await expect.element(error.getByText('No such ZIP.')).toBeVisible();
  await expect.element(error.getByRole('button', { name: 'Ok' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(error).not.toBeInTheDocument();
  await expect.element(zip).toHaveAccessibleDescription('No such ZIP.');
  await expect.element(zip).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  await expect.element(error).toBeVisible();
  expect(keys, 'the same values count once').toEqual([keys[0], keys[0]]);
});

it('shows a refusal above the fields where the specification says so', async () => {
  const { screen, dialog, city, zip, save } = await open({ isErrorInline: true });
  answer(createAddress, () => refusal(409, 'There is such a place.'));
  await city.fill('Wien');
  await zip.fill('1010');
  await save.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(dialog.getByText('There is such a place.')).toBeVisible();
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
  await expectNoFindings();
});

it('asks before Escape loses what was typed, and not when nothing was', async () => {
  const { screen, dialog, city } = await open();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();

  await screen.getByRole('button', { name: 'Add' }).click();
  await city.fill('Wien');
  await userEvent.keyboard('{Escape}');
  const question = screen.getByRole('alertdialog', { name: 'Discard your changes?' });
  await expect.element(question).toHaveAccessibleDescription('Your entries have not been saved.');
  await expectNoFindings();
  await userEvent.keyboard('{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(city).toHaveValue('Wien');

  await dialog.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('stays open until the response has come, which is shown nowhere else', async () => {
  const { screen, dialog, city, zip, save } = await open();
  const held = Promise.withResolvers<void>();
  answer(createAddress, async () => {
    await held.promise;
    return refusal(409, 'There is such a place.');
  });
  await city.fill('Wien');
  await zip.fill('1010');
  await save.click();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  held.resolve();
  const error = screen.getByRole('alertdialog', { name: 'Error encountered.' });
  await expect.element(error.getByText('There is such a place.')).toBeVisible();
  await error.getByRole('button', { name: 'Ok' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('starts in its first field', async () => {
  const { city } = await open();
  await expect.element(city).toHaveFocus();
});

it('is left by Cancel without a question', async () => {
  const { dialog, city } = await open();
  await city.fill('Wien');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
