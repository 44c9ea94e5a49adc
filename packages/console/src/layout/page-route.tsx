import { type AnyRoute, createRoute, useSearch } from '@tanstack/react-router';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { z } from 'zod';
import type { PageAccess } from './access.ts';
import { Guard } from './Guard.tsx';

interface PageRoute<Search extends z.ZodType> {
  path: string;
  access: PageAccess;
  title?: string;
  isWide?: boolean;
  /** Search parameters; the page gets them, checked, as its properties. */
  search?: Search;
  /** Loads the page's own part of the program. */
  load: () => Promise<ComponentType<NoInfer<z.output<Search>>>>;
}

/** One page of the console: address, access level, title, search and component in one place. */
export function pageRoute<Search extends z.ZodType = z.ZodUndefined>(
  parent: () => AnyRoute,
  { path, access, title, isWide, search, load }: PageRoute<Search>,
) {
  const Page = lazyPage(load as () => Promise<ComponentType<object>>);
  function PageOfRoute() {
    const values: object = useSearch({ strict: false });
    return (
      <Guard access={access}>
        <Page {...(search ? values : {})} />
      </Guard>
    );
  }
  return createRoute({
    getParentRoute: parent,
    path,
    staticData: { ...(title && { title }), ...(isWide && { isWide }) },
    ...(search && { validateSearch: (input: unknown) => search.parse(input) as object }),
    loader: () => Page.preload(),
    component: PageOfRoute,
  });
}

interface LazyPage extends LazyExoticComponent<ComponentType<object>> {
  preload: () => Promise<void>;
}

/** The router waits for `preload`, so that the page before stays until the next one can be shown. */
function lazyPage(load: () => Promise<ComponentType<object>>): LazyPage {
  let loading: Promise<{ default: ComponentType<object> }> | undefined;
  const once = () => {
    loading ??= load().then(
      (component) => ({ default: component }),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return Object.assign(lazy(once), { preload: async () => void (await once()) });
}
