import type { Permission } from '@atrium/contract/permissions';
import { type AnyRoute, createRoute } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { MissingPartError } from '../lib/program-files.ts';
import type { Search } from '../lib/search-params.ts';
import { useAddress } from '../ui/use-address.ts';
import type { PageAccess } from './access.ts';
import { Guard } from './Guard.tsx';
import { PageNotFound } from './PageNotFound.tsx';
import type { PlaceId } from './places.ts';

interface PageRoute<Values extends object> {
  path: string;
  access: PageAccess;
  /** Required permission; without it the unauthorized page is shown. */
  permission?: Permission;
  title?: string;
  /** Title derived from the search and path parameters. */
  titleOf?: (search: Search, params: Record<string, string | undefined>) => string | undefined;
  isWide?: boolean;
  /** Place whose tabs are above the page; omitted for pages without tabs. */
  tabsOf?: PlaceId;
  /** Whether the page takes the whole window at an address, without the tabs. */
  fillsWindow?: (search: Search) => boolean;
  /** Place of a page without tabs. */
  place?: PlaceId;
  /** Reads the search parameters; the page gets them, checked, as its properties. Throws for a wrong address. */
  search?: (search: Search) => Values;
  /** Loads the page's own part of the program. */
  load: () => Promise<ComponentType<NoInfer<Values>>>;
  /** Reads the page's data before it is first drawn. Must not throw. */
  read?: () => Promise<void>;
  /** Reads what the page waits for when a link to it is pointed at. */
  readAhead?: () => Promise<void>;
  /** Runs before the guard redirects to another page. Must not throw. */
  beforeRedirect?: (search: Search) => Promise<void>;
  /** The page reads nothing from the query cache, and does without it. */
  hasNoQueries?: boolean;
}

/** Page of the console: address, access level, title, search and component in one place. */
export function pageRoute<Values extends object = object>(page: PageRoute<Values>) {
  const {
    path,
    access,
    permission,
    title,
    titleOf,
    isWide,
    search,
    load,
    read,
    readAhead,
    beforeRedirect,
    hasNoQueries,
  } = page;
  const place = page.tabsOf ?? page.place;
  const parts = pageParts(load as () => Promise<ComponentType<object>>, hasNoQueries);
  function PageOfRoute() {
    const { search: values } = useAddress();
    const Page = parts.page();
    return (
      <Guard access={access} permission={permission} beforeRedirect={beforeRedirect}>
        {Page && <AddressedPage Page={Page} read={() => search?.(values) ?? {}} />}
      </Guard>
    );
  }
  return (parent: AnyRoute): AnyRoute =>
    createRoute({
      getParentRoute: () => parent,
      path,
      staticData: {
        ...(title && { title }),
        ...(titleOf && { titleOf }),
        ...(isWide && { isWide }),
        ...(read && { read }),
        ...(place && { place }),
        ...(page.tabsOf && { hasTabs: true }),
        ...(page.fillsWindow && { fillsWindow: page.fillsWindow }),
        preload: readAhead ? () => parts.preload().then(readAhead) : parts.preload,
      },
      loader: ({ location }) =>
        parts.preload().catch((error: unknown) => leaveOutdated(location.href, error)),
      component: PageOfRoute,
    });
}

interface AddressedPageProps {
  Page: ComponentType<object>;
  read: () => object;
}

/** Parsed behind the guard: a user without access to the page learns nothing about its parameters. */
function AddressedPage({ Page, read }: AddressedPageProps) {
  let values: object;
  try {
    values = read();
  } catch {
    return <PageNotFound />;
  }
  return <Page {...values} />;
}

let hasShownPage = false;

/**
 * The page being opened belongs to a newer release. Nothing is typed on it yet, and the previous one is being left: the
 * moment to switch. Not for the first page: a reload would find the same.
 */
function leaveOutdated(href: string, error: unknown): Promise<void> {
  if (!(error instanceof MissingPartError && error.isOutdated && hasShownPage)) throw error;
  window.location.assign(href);
  // The page before stays until the new document takes its place.
  return new Promise(() => undefined);
}

/**
 * The router waits for `preload`, so that the page before stays until the next one can be shown. Not React's `lazy`,
 * which pauses once although all is there: the router then reports a page too early, and the focus stays behind.
 */
function pageParts(load: () => Promise<ComponentType<object>>, hasNoQueries = false) {
  let page: ComponentType<object> | undefined;
  let loading: Promise<void> | undefined;
  return {
    page: () => page,
    preload() {
      loading ??= Promise.all([load(), hasNoQueries ? undefined : import('./WithQueries.tsx')]).then(
        ([Page, queries]) => {
          page = queries ? withQueries(Page, queries.WithQueries) : Page;
          hasShownPage = true;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

function withQueries(Page: ComponentType<object>, WithQueries: ComponentType<{ children: ReactNode }>) {
  return (values: object) => (
    <WithQueries>
      <Page {...values} />
    </WithQueries>
  );
}
