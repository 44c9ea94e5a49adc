import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import type { MenuAction, MenuProps } from './Menu.tsx';
import { showToast } from './toast.ts';

const loadMenu = async () => (await import('./Menu.tsx')).Menu;

interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  children: ReactNode;
  actions: readonly (MenuAction | 'separator')[];
  align?: 'start' | 'end';
}

/** A button whose menu is loaded when it is first pointed at, focused or pressed. */
export function MenuButton({ children, actions, align = 'start', ...button }: MenuButtonProps) {
  const [Menu, setMenu] = useState<ComponentType<MenuProps>>();
  const preload = () => void loadMenu().catch(() => undefined);
  const open = () =>
    void loadMenu().then(
      (Loaded) => setMenu(() => Loaded),
      (error: Error) => showToast(error.message, 'error'),
    );
  if (!Menu) {
    return (
      <button
        type="button"
        {...button}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        {children}
      </button>
    );
  }
  return (
    <Menu
      isInitiallyOpen
      align={align}
      actions={actions}
      trigger={
        <button type="button" {...button}>
          {children}
        </button>
      }
    />
  );
}
