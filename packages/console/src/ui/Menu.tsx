import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface MenuAction {
  label: ReactNode;
  icon?: ReactNode;
  /** Called when it is chosen; or set `render`, an element (a link) to be shown as the entry. */
  onSelect?: () => void;
  render?: ReactElement;
  isDisabled?: boolean;
  isDangerous?: boolean;
  /** For what is on or off: how it is now. */
  isChecked?: boolean;
}

export interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  actions: readonly (MenuAction | 'separator')[];
  align?: 'start' | 'end';
  isInitiallyOpen?: boolean;
}

export function Menu({ trigger, actions, align = 'start', isInitiallyOpen = false }: MenuProps) {
  return (
    <BaseMenu.Root modal={false} defaultOpen={isInitiallyOpen}>
      <BaseMenu.Trigger render={trigger} />
      <MenuPopup actions={actions} align={align} />
    </BaseMenu.Root>
  );
}

interface FloatingMenuProps {
  /** Where it opens: what was pressed may be drawn anew meanwhile. */
  at: DOMRect;
  actions: readonly (MenuAction | 'separator')[];
  onClose: () => void;
}

/** A menu that a button opens which React does not draw. */
export function FloatingMenu({ at, actions, onClose }: FloatingMenuProps) {
  return (
    <BaseMenu.Root modal={false} open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup actions={actions} align="end" anchor={{ getBoundingClientRect: () => at }} />
    </BaseMenu.Root>
  );
}

interface MenuPopupProps extends Pick<MenuProps, 'actions' | 'align'> {
  anchor?: { getBoundingClientRect: () => DOMRect };
}

function MenuPopup({ actions, align = 'start', anchor }: MenuPopupProps) {
  return (
    <BaseMenu.Portal>
      <BaseMenu.Positioner
        sideOffset={6}
        align={align}
        {...(anchor && { anchor })}
        collisionPadding={8}
        className="z-50 outline-none"
      >
        <BaseMenu.Popup className="max-h-[var(--available-height)] min-w-52 overflow-y-auto rounded-panel border border-line bg-raised py-1.5 text-ink shadow-float outline-none">
          {actions.map((action, index) =>
            action === 'separator' ? (
              <BaseMenu.Separator key={index} className="my-1.5 h-px bg-line" />
            ) : (
              <BaseMenu.Item
                key={index}
                disabled={action.isDisabled ?? false}
                {...(action.onSelect && { onClick: action.onSelect })}
                {...(action.render && { render: action.render })}
                {...(action.isChecked !== undefined && {
                  role: 'menuitemcheckbox',
                  'aria-checked': action.isChecked,
                })}
                className={classNames(
                  'flex min-h-9 items-center gap-2.5 px-3.5 py-1.5 no-underline outline-none data-disabled:opacity-50 data-highlighted:bg-accent-soft',
                  action.isDangerous && 'text-danger',
                )}
              >
                {action.isChecked !== undefined && <span aria-hidden>{action.isChecked ? '☑' : '☐'}</span>}
                {action.icon && <span className="text-ink-soft">{action.icon}</span>}
                {action.label}
              </BaseMenu.Item>
            ),
          )}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  );
}
