import { useLocation } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { tabClass, tabListClass } from '../ui/tab-class.ts';
import { useAddress } from '../ui/use-address.ts';
import type { PlaceTab } from './places.ts';
import { useCurrentPlace, usePlaces } from './use-places.ts';
import { WithQueries } from './WithQueries.tsx';

/** The pages of the current place, above each of them. */
export function PlaceTabs() {
  return (
    <WithQueries>
      <CurrentTabs />
    </WithQueries>
  );
}

function CurrentTabs() {
  const current = useCurrentPlace();
  const place = usePlaces().find(({ id }) => id === current);
  const { pathname } = useLocation();
  const { search } = useAddress();
  if (!place || place.tabs.length < 2) return null;
  const shown = currentTab(place.tabs, pathname, search);
  return (
    <nav aria-label={place.label} className="mb-5">
      <ul className={tabListClass}>
        {place.tabs.map((tab) => (
          <li key={tab.href} className="flex">
            <AppLink href={tab.href} aria-current={tab === shown ? 'page' : undefined} className={tabClass}>
              {tab.label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Returns the tab of an address: the one with the same path and most of its parameters, otherwise one in the same folder
 * (an invoice belongs to the invoices).
 */
function currentTab(
  tabs: readonly PlaceTab[],
  pathname: string,
  search: { readonly [name: string]: unknown },
): PlaceTab | undefined {
  const parts = tabs.map((tab) => {
    const { pathname: path, searchParams } = new URL(tab.href, window.location.origin);
    return { tab, path, parameters: [...searchParams] };
  });
  const ofPath = parts
    .filter(
      ({ path, parameters }) =>
        path === pathname && parameters.every(([name, value]) => search[name] === value),
    )
    .toSorted((one, other) => other.parameters.length - one.parameters.length);
  const beside = parts.find(({ path }) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return folder !== paths.dashboard() && pathname.startsWith(folder);
  });
  return (ofPath[0] ?? beside)?.tab;
}
