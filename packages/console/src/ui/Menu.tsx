import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Check } from './icons.ts';

export interface MenuAction {
  label: ReactNode;
  icon?: ReactNode;
  /** Called when it is chosen; or set `render`, an element (a link) to be shown as the entry. */
  onSelect?: () => void;
  render?: ReactElement;
  isDisabled?: boolean;
  isDangerous?: boolean;
  /** Current state of a checkbox entry. */
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
  /** Position of the menu. Not the pressed element, which may be re-rendered meanwhile. */
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
        <BaseMenu.Popup className="max-h-[var(--available-height)] min-w-52 overflow-y-auto rounded-panel border border-line bg-raised py-1.5 text-ink shadow-float outline-none arriving">
          {actions.map((action, index) =>
            action === 'separator' ? (
              <BaseMenu.Separator key={index} className="my-1.5 h-px bg-line" />
            ) : (
              <MenuEntry key={index} {...action} />
            ),
          )}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  );
}

function MenuEntry({
  label,
  icon,
  onSelect,
  render,
  isDisabled = false,
  isDangerous,
  isChecked,
}: MenuAction) {
  const props = {
    disabled: isDisabled,
    ...(onSelect && { onClick: onSelect }),
    ...(render && { render }),
    className: classNames(
      'flex min-h-9 items-center gap-2.5 px-3.5 py-1.5 no-underline outline-none data-disabled:opacity-50 data-highlighted:bg-accent-soft',
      isDangerous && 'text-danger',
    ),
  };
  const content = (
    <>
      {icon && <span className="text-ink-soft">{icon}</span>}
      {label}
    </>
  );
  if (isChecked === undefined) return <BaseMenu.Item {...props}>{content}</BaseMenu.Item>;
  return (
    <BaseMenu.CheckboxItem {...props} checked={isChecked} closeOnClick>
      <span className="flex size-4 rounded-control border border-line">
        <BaseMenu.CheckboxItemIndicator render={<Check size={14} strokeWidth={3} />} />
      </span>
      {content}
    </BaseMenu.CheckboxItem>
  );
}
