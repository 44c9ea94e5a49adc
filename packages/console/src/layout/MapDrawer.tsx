import { Dialog } from '@base-ui/react/dialog';
import type { RefObject } from 'react';
import { IconButton } from '../ui/IconButton.tsx';
import { LogOut } from '../ui/icons.ts';
import { X } from '../ui/message-icons.ts';
import { askToLogOut } from './log-out.ts';
import { MapLabel } from './MapLabel.tsx';
import { MapList } from './MapList.tsx';
import { mapRowClass } from './map-row-class.ts';
import type { ShellDialogName } from './navigation.ts';

interface MapDrawerProps {
  /** Receives the focus afterwards: the previously focused element may be hidden on narrow screens. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  onOpenDialog: (name: ShellDialogName) => void;
}

/** The map on narrow screens, over the page. */
export function MapDrawer({ opener, onClose, onOpenDialog }: MapDrawerProps) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(12_18_16/0.55)] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          finalFocus={opener}
          className="fixed inset-y-0 left-0 z-50 flex w-72 flex-col gap-1 overflow-y-auto border-r border-line bg-surface p-2 text-ink shadow-float"
        >
          <div className="flex items-center justify-between pl-2.5">
            <Dialog.Title className="text-lg font-semibold">Menu</Dialog.Title>
            <Dialog.Close render={<IconButton label="Close" icon={<X aria-hidden size={18} />} />} />
          </div>
          <nav aria-label="Map" className="flex flex-col gap-1">
            <MapList isExpanded onOpenDialog={onOpenDialog} />
            <button
              type="button"
              className={mapRowClass}
              onClick={() => {
                // The question is no part of the drawer.
                onClose();
                askToLogOut();
              }}
            >
              <LogOut aria-hidden size={20} className="shrink-0" />
              <MapLabel isShown>Sign out</MapLabel>
            </button>
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
