import { type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { Checkbox } from './Checkbox.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import { Select } from './Select.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';

const options = [
  { value: 'AT', label: 'Austria' },
  { value: 'SI', label: 'Slovenia' },
];

it.each<[string, 'textbox' | 'combobox', (error?: string) => ReactNode]>([
  ['text field', 'textbox', (error) => <TextField label="Place" hint="A hint." required error={error} />],
  ['text area', 'textbox', (error) => <TextArea label="Place" hint="A hint." required error={error} />],
  [
    'select',
    'combobox',
    (error) => <Select label="Place" hint="A hint." required options={options} error={error} />,
  ],
])('a %s is named by its label and described by its hint and its error', async (_, role, field) => {
  function Form() {
    const [error, setError] = useState<string>();
    return (
      <>
        {field(error)}
        <button type="button" onClick={() => setError('Please choose a place.')}>
          Check
        </button>
      </>
    );
  }
  const screen = await draw(<Form />);
  const control = screen.getByRole(role, { name: 'Place', exact: true });
  await expect.element(control).toHaveAccessibleDescription('A hint.');
  await expect.element(control).toHaveAttribute('aria-required', 'true');
  await expect.element(control).toBeValid();
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect.element(control).toHaveAccessibleDescription('A hint. Please choose a place.');
  await expect.element(control).toBeInvalid();
  await expectNoFindings();
});

it('a checkbox is ticked by its label and by the space bar, and says what is wrong', async () => {
  const screen = await draw(<Checkbox label="I accept" error="Please accept." />);
  const box = screen.getByRole('checkbox', { name: 'I accept' });
  await expect.element(box).toHaveAccessibleDescription('Please accept.');
  await screen.getByText('I accept').click();
  await expect.element(box).toBeChecked();
  await userEvent.keyboard(' ');
  await expect.element(box).not.toBeChecked();
  await expectNoFindings();
});

it('a group of radio buttons is one stop of the Tab key, and arrows choose', async () => {
  function Countries() {
    const [value, setValue] = useState('AT');
    return (
      <>
        <RadioGroup legend="Country" options={options} value={value} onChange={setValue} />
        <TextField label="City" />
      </>
    );
  }
  const screen = await draw(<Countries />);
  await expect.element(screen.getByRole('group', { name: 'Country' })).toBeVisible();
  await userEvent.tab();
  await expect.element(screen.getByRole('radio', { name: 'Austria' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(screen.getByRole('radio', { name: 'Slovenia' })).toBeChecked();
  await userEvent.tab();
  await expect.element(screen.getByRole('textbox', { name: 'City' })).toHaveFocus();
  await expectNoFindings();
});
