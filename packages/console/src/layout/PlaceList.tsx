import { type ComponentType, Suspense } from 'react';
import { AppLink } from '../ui/AppLink.tsx';
import { classNames } from '../ui/class-names.ts';
import type { Place } from './places.ts';
import { useCurrentPlace, usePlaces } from './use-places.ts';

/** Shows whether all services are up, and opens their status. */
export type SystemStatusProps = { onOpen: () => void };

interface PlaceListProps {
  /** Names beside the icons; otherwise below them. */
  isExpanded: boolean;
  SystemStatus: ComponentType<SystemStatusProps>;
  onOpenStatus: () => void;
}

const rowClass =
  'flex w-full rounded-control text-ink-soft no-underline transition-colors hover:text-ink hover:underline ' +
  'aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent';
const expandedClass = 'min-h-9 items-center gap-3 px-2.5 max-md:min-h-11';
const collapsedClass =
  'min-h-12 flex-col items-center justify-center gap-0.5 px-1 py-1 text-center text-xs leading-tight wrap-anywhere';

/** All places that the user may see; those of administrators in a list of their own. */
export function PlaceList(props: PlaceListProps) {
  const places = usePlaces();
  const ofAll = places.filter(({ isAdministration }) => !isAdministration);
  const ofAdministrators = places.filter(({ isAdministration }) => isAdministration);
  return (
    <>
      <Places places={ofAll} label="Places" {...props} />
      {ofAdministrators.length > 0 && (
        <div className="border-t border-line pt-1">
          <Places places={ofAdministrators} label="Administration" {...props} />
        </div>
      )}
    </>
  );
}

function Places({
  places,
  label,
  isExpanded,
  SystemStatus,
  onOpenStatus,
}: PlaceListProps & { places: readonly Place[]; label: string }) {
  const current = useCurrentPlace();
  return (
    <ul aria-label={label} className="flex flex-col gap-0.5">
      {places.map(({ id, label: name, Icon, tabs }) => (
        <li key={id} className="relative">
          <AppLink
            href={tabs[0].href}
            // A place is marked on all its pages.
            aria-current={id === current ? 'page' : undefined}
            className={classNames(rowClass, isExpanded ? expandedClass : collapsedClass)}
          >
            <Icon aria-hidden size={20} className="shrink-0" />
            <span className={isExpanded ? 'truncate' : ''}>{name}</span>
          </AppLink>
          {id === 'overview' && (
            <span
              className={classNames('absolute right-1', isExpanded ? 'top-1/2 -translate-y-1/2' : 'top-0.5')}
            >
              <Suspense fallback={null}>
                <SystemStatus onOpen={onOpenStatus} />
              </Suspense>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
