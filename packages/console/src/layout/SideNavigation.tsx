import type { ComponentType } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { ShellDialogName } from './navigation.ts';
import { PlaceList, type SystemStatusProps } from './PlaceList.tsx';
import { BANNER_HEIGHT } from './staying-bars.ts';
import { WithQueries } from './WithQueries.tsx';

export interface SideNavigationProps {
  /** On the dashboard (specification, section 2). */
  isExpanded: boolean;
  SystemStatus: ComponentType<SystemStatusProps>;
  onOpenDialog: (name: ShellDialogName) => void;
}

/** The places at the left, with names beside their icons or below them. Narrow screens have them in a drawer. */
export function SideNavigation({ isExpanded, SystemStatus, onOpenDialog }: SideNavigationProps) {
  return (
    <nav
      aria-label="Side"
      className={classNames(
        'sticky flex shrink-0 flex-col gap-1 overflow-y-auto border-r border-line bg-surface max-md:hidden',
        isExpanded ? 'w-56 p-2' : 'w-22 p-1',
      )}
      style={{ top: `calc(3.5rem + ${BANNER_HEIGHT})`, height: `calc(100dvh - 3.5rem - ${BANNER_HEIGHT})` }}
    >
      <WithQueries>
        <PlaceList
          isExpanded={isExpanded}
          SystemStatus={SystemStatus}
          onOpenStatus={() => onOpenDialog('system-status')}
        />
      </WithQueries>
    </nav>
  );
}
