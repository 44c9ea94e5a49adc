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

export function documentTitle(title: string | undefined): string {
  return title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
}

/** Keeps the document's title, and moves the focus to the heading of a page that was just opened. */
export function usePageChange(isMissing: boolean): void {
  const router = useRouter();
  const titleOfRoute = useRouterState({
    select({ matches }) {
      const match = matches.findLast(({ staticData }) => staticData.title);
      return match?.staticData.titleOf?.(match.search, match.params) ?? match?.staticData.title;
    },
  });
  const title = isMissing ? 'Page not found' : titleOfRoute;

  useEffect(() => {
    document.title = documentTitle(title);
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

const findMain = () => document.getElementById('content');
const findHeading = () => findMain()?.querySelector<HTMLElement>('h1[tabindex]');

function focusHeading(): void {
  (findHeading() ?? findMain())?.focus({ preventScroll: true });
}
