import { expect, it, vi } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { VersionSelect } from './VersionSelect.tsx';

it('takes a version that is not in the list by its number, and the focus comes back', async () => {
  const onChange = vi.fn<(version: number) => void>();
  const options = [{ value: '90', label: 'Version 90' }];
  const screen = await draw(
    <VersionSelect label="From" value={90} options={options} newest={90} onChange={onChange} />,
  );
  const list = screen.getByRole('combobox', { name: 'From' });
  await list.selectOptions('Another version …');
  const number = screen.getByRole('textbox', { name: 'From: number of the version' });
  await number.fill('91');
  await screen.getByRole('button', { name: 'Compare with it' }).click();
  await expect.element(number).toHaveAccessibleDescription('Enter a number from 1 to 90.');
  expect(onChange).not.toHaveBeenCalled();
  await expectNoFindings();
  await number.fill('7');
  await screen.getByRole('button', { name: 'Compare with it' }).click();
  expect(onChange.mock.calls).toEqual([[7]]);
  await expect.element(number).not.toBeInTheDocument();
  await expect.element(list).toHaveFocus();
});
