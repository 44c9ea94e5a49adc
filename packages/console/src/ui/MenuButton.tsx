import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import type { MenuAction } from './Menu.tsx';

const loadMenu = () => import('./Menu.tsx');
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }));

interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  children: ReactNode;
  actions: readonly (MenuAction | 'separator')[];
  align?: 'start' | 'end';
}

/** A button whose menu is loaded when it is first pointed at, focused or pressed. */
export function MenuButton({ children, actions, align = 'start', ...button }: MenuButtonProps) {
  const [isUsed, setUsed] = useState(false);
  const preload = () => void loadMenu();
  const closed = (
    <button
      type="button"
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setUsed(true)}
    >
      {children}
    </button>
  );
  if (!isUsed) return closed;
  return (
    <Suspense fallback={closed}>
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
    </Suspense>
  );
}
