import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../test/draw.tsx';
import { TextSearchForm } from './TextSearchForm.tsx';
import { useTextAddress } from './use-text-address.ts';

function Page() {
  const { searched, search } = useTextAddress();
  return <TextSearchForm label="Search" hint="A name" text={searched} onSearch={search} />;
}

it('keeps the focus in the field, and takes over what the back button brings back', async () => {
  const screen = await draw(<Page />);
  const find = screen.getByRole('textbox', { name: 'Find' });
  const search = () => screen.router.state.location.search;
  await find.fill('ada');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => Object.values(search())).toEqual(['ada']);
  await expect.element(find).toHaveFocus();
  screen.router.history.back();
  await expect.element(find).toHaveValue('');
  expect(Object.values(search())).toEqual([]);
});
