import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { Select } from './Select.tsx';

const options = [
  { value: 'AT', label: 'Austria' },
  { value: 'BE', label: 'Belgium', isDisabled: true },
  { value: 'SI', label: 'Slovenia' },
];

function Country({ isLabelHidden = false, placeholder }: { isLabelHidden?: boolean; placeholder?: string }) {
  const [value, setValue] = useState(placeholder === undefined ? 'AT' : '');
  return (
    <Select
      label="Country"
      isLabelHidden={isLabelHidden}
      options={options}
      value={value}
      onChange={(event) => setValue(event.target.value)}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}

it('is chosen from by keyboard, past what cannot be chosen', async () => {
  const screen = await draw(<Country />);
  const country = screen.getByRole('combobox', { name: 'Country' });
  await userEvent.tab();
  await expect.element(country).toHaveFocus();
  await expect.element(country).toHaveDisplayValue('Austria');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(country).toHaveDisplayValue('Slovenia');
  await userEvent.keyboard('a');
  await expect.element(country).toHaveDisplayValue('Austria');
  await expectNoFindings();
});

it('begins with a placeholder that is no choice', async () => {
  const screen = await draw(<Country placeholder="Choose a country" />);
  const country = screen.getByRole('combobox', { name: 'Country' });
  await expect.element(country).toHaveValue('');
  await expect.element(country).toHaveDisplayValue('Choose a country');
  await userEvent.selectOptions(country, 'Slovenia');
  await expect.element(country).toHaveValue('SI');
  await expectNoFindings();
});

it('keeps its name where the label is not seen, and is opened by a click on its arrow', async () => {
  const screen = await draw(<Country isLabelHidden />);
  const country = screen.getByRole('combobox', { name: 'Country' });
  await expect.element(country).toBeVisible();
  const { right, top, height } = country.element().getBoundingClientRect();
  expect(document.elementFromPoint(right - 20, top + height / 2)).toBe(country.element());
  await expectNoFindings();
});
