import { expect, it } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { CheckboxGroup } from './CheckboxGroup.tsx';

it('says what is wrong to whoever enters the group, and marks its boxes', async () => {
  const options = [{ value: 'read', label: 'Read' }];
  const error = 'Please choose at least one permission.';
  const screen = await draw(<CheckboxGroup legend="Permissions" options={options} error={error} />);
  await expect.element(screen.getByRole('group', { name: 'Permissions' })).toHaveAccessibleDescription(error);
  await expect.element(screen.getByRole('checkbox', { name: 'Read' })).toBeInvalid();
});
