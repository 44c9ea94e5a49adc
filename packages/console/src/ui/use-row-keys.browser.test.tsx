import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../test/draw.tsx';
import { Button } from './Button.tsx';
import { Menu } from './Menu.tsx';
import { useRowKeys } from './use-row-keys.ts';

const onKey = vi.fn<(key: string, row: string) => boolean>((key) => key === 'Enter');
const onSelect = vi.fn<() => void>();

function List() {
  const [currentKey, onCurrent] = useState<string | null>(null);
  const handleKeyDown = useRowKeys({
    rows: ['a.js', 'b.js'],
    rowKey: (row) => row,
    keys: { currentKey, onCurrent, onKey },
  });
  return (
    <section aria-label="Files" tabIndex={0} onKeyDown={handleKeyDown}>
      <Menu trigger={<Button>All</Button>} actions={[{ label: 'Keep LOCAL', onSelect }]} />
      <p>{`Current: ${currentKey}`}</p>
    </section>
  );
}

it('leaves the keys of a menu to the menu', async () => {
  const screen = await draw(<List />);
  await userEvent.tab();
  await userEvent.keyboard('j');
  await expect.element(screen.getByText('Current: a.js')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(onKey).toHaveBeenLastCalledWith('Enter', 'a.js');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(screen.getByRole('menuitem')).toHaveFocus();
  onKey.mockClear();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
  expect(onSelect).toHaveBeenCalledOnce();
  expect(onKey).not.toHaveBeenCalled();
});
