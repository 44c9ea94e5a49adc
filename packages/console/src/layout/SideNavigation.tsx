import { useLocation } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { classNames } from '../ui/class-names.ts';
import { LogOut, PanelLeftClose, PanelLeftOpen } from '../ui/icons.ts';
import { askToLogOut } from './log-out.ts';
import { MapLabel } from './MapLabel.tsx';
import { MapList } from './MapList.tsx';
import { mapRowClass } from './map-row-class.ts';
import type { ShellDialogName } from './navigation.ts';
import { BANNER_HEIGHT } from './staying-bars.ts';

interface SideNavigationProps {
  isExpanded: boolean;
  onToggle: () => void;
  onOpenDialog: (name: ShellDialogName) => void;
}

/** The map at the left; folded it shows icons only. Narrow screens have it in a drawer. */
export function SideNavigation({ isExpanded, onToggle, onOpenDialog }: SideNavigationProps) {
  const { pathname } = useLocation();
  const ToggleIcon = isExpanded ? PanelLeftClose : PanelLeftOpen;
  return (
    <nav
      aria-label="Side"
      className={classNames(
        'sticky flex shrink-0 flex-col gap-1 overflow-y-auto border-r border-line bg-surface p-2 max-md:hidden',
        isExpanded ? 'w-56' : 'w-14',
      )}
      style={{ top: `calc(3.5rem + ${BANNER_HEIGHT})`, height: `calc(100dvh - 3.5rem - ${BANNER_HEIGHT})` }}
    >
      <MapList isExpanded={isExpanded} onOpenDialog={onOpenDialog} />
      <span className="mt-auto" />
      {/* On the dashboard the widget offers it. */}
      {pathname !== paths.dashboard() && (
        <button
          type="button"
          title={isExpanded ? undefined : 'Sign out'}
          className={mapRowClass}
          onClick={askToLogOut}
        >
          <LogOut aria-hidden size={20} className="shrink-0" />
          <MapLabel isShown={isExpanded}>Sign out</MapLabel>
        </button>
      )}
      <button
        type="button"
        aria-expanded={isExpanded}
        title={isExpanded ? undefined : 'Expand sidebar'}
        className={mapRowClass}
        onClick={onToggle}
      >
        <ToggleIcon aria-hidden size={20} className="shrink-0" />
        <MapLabel isShown={isExpanded}>{isExpanded ? 'Collapse' : 'Expand sidebar'}</MapLabel>
      </button>
    </nav>
  );
}
