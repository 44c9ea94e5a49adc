import { Dialog } from '@base-ui/react/dialog';
import type { ComponentType, RefObject } from 'react';
import { useAuth } from '../api/session.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { X } from '../ui/message-icons.ts';
import { type ShellDialogName, visibleEntries } from './navigation.ts';
import { PlaceList, type SystemStatusProps } from './PlaceList.tsx';
import { settingsEntries, topEntries } from './signed-in-entries.ts';
import { WithQueries } from './WithQueries.tsx';

const [, ...pages] = topEntries;
const rowClass =
  'flex min-h-11 w-full items-center rounded-control px-2.5 text-left text-ink-soft no-underline hover:text-ink hover:underline';

interface PlaceDrawerProps {
  /** Receives the focus afterwards: the previously focused element may be hidden on narrow screens. */
  opener: RefObject<HTMLElement | null>;
  SystemStatus: ComponentType<SystemStatusProps>;
  onClose: () => void;
  onOpenDialog: (name: ShellDialogName) => void;
}

/** The places on narrow screens, over the page. */
export function PlaceDrawer({ opener, SystemStatus, onClose, onOpenDialog }: PlaceDrawerProps) {
  const auth = useAuth();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(12_18_16/0.55)] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          finalFocus={opener}
          className="fixed inset-y-0 left-0 z-50 flex w-72 flex-col gap-1 overflow-y-auto border-r border-line bg-surface p-2 text-ink shadow-float arriving"
        >
          <div className="flex items-center justify-between pl-2.5">
            <Dialog.Title className="text-base font-semibold">Menu</Dialog.Title>
            <Dialog.Close render={<IconButton label="Close" icon={<X aria-hidden size={18} />} />} />
          </div>
          <nav aria-label="Places" className="flex flex-col gap-1">
            <WithQueries>
              <PlaceList
                isExpanded
                SystemStatus={SystemStatus}
                onOpenStatus={() => onOpenDialog('system-status')}
              />
            </WithQueries>
            {/* The entries of the bar, which has no room for them. */}
            <ul aria-label="Entries of the bar" className="flex flex-col gap-0.5 border-t border-line pt-1">
              {visibleEntries(pages, auth).map(({ label, href }) => (
                <li key={label}>
                  <AppLink href={href} className={rowClass}>
                    {label}
                  </AppLink>
                </li>
              ))}
              {visibleEntries(settingsEntries, auth).map((entry) => (
                <li key={entry.label}>
                  {'href' in entry ? (
                    <AppLink href={entry.href} className={rowClass}>
                      {entry.label}
                    </AppLink>
                  ) : (
                    <button type="button" className={rowClass} onClick={() => onOpenDialog(entry.dialog)}>
                      {entry.label}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
