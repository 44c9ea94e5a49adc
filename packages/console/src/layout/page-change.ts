import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Search } from '../lib/search-params.ts';
import { PRODUCT_NAME } from './navigation.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the document. */
    title?: string;
    /** More specific title, derived from the search and path parameters. */
    titleOf?: (search: Search, params: Record<string, string | undefined>) => string | undefined;
    /** The page uses the whole width of the window. */
    isWide?: boolean;
  }
}

/** `orders/create · Functions · Atrium`: the page, its place, the product. */
export function documentTitle(title: string | undefined, place?: string): string {
  return [title, place?.toLowerCase() === title?.toLowerCase() ? undefined : place, PRODUCT_NAME]
    .filter(Boolean)
    .join(' · ');
}

/** Sets the title of a page from loaded data; until then, the title of the route remains. */
export function useDocumentTitle(title: string | undefined, place: string): void {
  useEffect(() => {
    if (title === undefined) return;
    // After the frame's effect of the same commit, which sets the title of the route.
    queueMicrotask(() => {
      document.title = documentTitle(title, place);
    });
  }, [title, place]);
}

/** Keeps the document's title, and moves the focus to the heading of a page that was just opened. */
export function usePageChange(isMissing: boolean): void {
  const router = useRouter();
  const titleOfRoute = useRouterState({
    select({ matches }) {
      const match = matches.findLast(({ staticData }) => staticData.title);
      if (match === undefined) return documentTitle(undefined);
      const { title, titleOf, place } = match.staticData;
      return documentTitle(titleOf?.(match.search, match.params) ?? title, place && capitalized(place));
    },
  });
  const title = isMissing ? documentTitle('Page not found') : titleOfRoute;

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    let textBefore: string | null | undefined;
    const stopReading = router.subscribe('onBeforeNavigate', () => {
      textBefore = findHeading()?.textContent;
    });
    const stopMoving = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      // The first page was opened by the browser, which has placed the focus itself.
      if (!fromLocation) return;
      // Placed in the middle of the change, it has the browser lay the page out twice.
      requestAnimationFrame(() => {
        // Another step or function at the same path removes the focused element.
        const isReplaced =
          document.activeElement === document.body && findHeading()?.textContent !== textBefore;
        if (pathChanged || isReplaced) focusHeading();
      });
    });
    return () => {
      stopReading();
      stopMoving();
    };
  }, [router]);
}

/** Ids serve as names of places. */
const capitalized = (id: string) => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');

const findMain = () => document.getElementById('content');
const findHeading = () => findMain()?.querySelector<HTMLElement>('h1[tabindex]');

function focusHeading(): void {
  (findHeading() ?? findMain())?.focus({ preventScroll: true });
}
