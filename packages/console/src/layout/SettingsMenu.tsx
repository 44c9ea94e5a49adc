import { ChevronDown, Settings } from 'lucide-react';
import { useAuth } from '../api/session.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { classNames } from '../ui/class-names.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { navLinkClass } from './nav-link-class.ts';
import { visibleEntries } from './navigation.ts';
import { settingsEntries } from './signed-in-entries.ts';
import type { TopNavigationProps } from './TopNavigation.tsx';

/** The pages and dialogs behind the cogwheel; some are for administrators only. */
export function SettingsMenu({ onOpenDialog }: TopNavigationProps) {
  const auth = useAuth();
  return (
    <MenuButton
      align="end"
      className={classNames(navLinkClass, 'w-full gap-2')}
      actions={visibleEntries(settingsEntries, auth).map((entry) =>
        'href' in entry
          ? { label: entry.label, render: <AppLink href={entry.href} className="text-ink" /> }
          : { label: entry.label, onSelect: () => onOpenDialog(entry.dialog) },
      )}
    >
      <Settings aria-hidden size={18} />
      Settings
      <ChevronDown aria-hidden size={16} />
    </MenuButton>
  );
}
