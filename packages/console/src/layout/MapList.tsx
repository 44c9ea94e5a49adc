import { listServices } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useId } from 'react';
import { endpointQuery } from '../api/endpoint-query.ts';
import { useAuth } from '../api/session.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { MapLabel } from './MapLabel.tsx';
import { type MapEntry, type MapGroup, mapFor } from './map.ts';
import { mapRowClass } from './map-row-class.ts';
import type { ShellDialogName } from './navigation.ts';
import { WithQueries } from './WithQueries.tsx';

interface MapListProps {
  /** Folded, only icons are seen. */
  isExpanded: boolean;
  onOpenDialog: (name: ShellDialogName) => void;
}

/** All groups of the map that the user may see. */
export function MapList(props: MapListProps) {
  return (
    <WithQueries>
      <Groups {...props} />
    </WithQueries>
  );
}

function Groups(props: MapListProps) {
  const auth = useAuth();
  const { data } = useQuery({ ...endpointQuery(listServices, {}), enabled: auth.isAuthenticated });
  return mapFor(auth, data?.services).map((group) => (
    <Group key={group.label ?? ''} group={group} {...props} />
  ));
}

function Group({ group, isExpanded, onOpenDialog }: MapListProps & { group: MapGroup }) {
  const labelId = useId();
  return (
    <div className="border-t border-line pt-1 first:border-t-0 first:pt-0">
      {group.label !== undefined && (
        <p
          id={labelId}
          className={isExpanded ? 'px-2.5 pt-1.5 pb-0.5 text-xs font-semibold text-ink-soft' : 'sr-only'}
        >
          {group.label}
        </p>
      )}
      <ul
        className="flex flex-col gap-0.5"
        {...(group.label !== undefined && { 'aria-labelledby': labelId })}
      >
        {group.entries.map((entry) => (
          <li key={'href' in entry ? entry.href : entry.dialog}>
            <Entry entry={entry} isExpanded={isExpanded} onOpenDialog={onOpenDialog} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Entry({ entry, isExpanded, onOpenDialog }: MapListProps & { entry: MapEntry }) {
  const { pathname } = useLocation();
  const { label, Icon } = entry;
  const title = isExpanded ? undefined : label;
  const inside = (
    <>
      <Icon aria-hidden size={20} className="shrink-0" />
      <MapLabel isShown={isExpanded}>{label}</MapLabel>
    </>
  );
  if ('dialog' in entry) {
    return (
      <button type="button" title={title} className={mapRowClass} onClick={() => onOpenDialog(entry.dialog)}>
        {inside}
      </button>
    );
  }
  const isCurrent = pathname === entry.href;
  return (
    <AppLink
      href={entry.href}
      title={title}
      aria-current={isCurrent ? 'page' : undefined}
      className={mapRowClass}
    >
      {inside}
    </AppLink>
  );
}
