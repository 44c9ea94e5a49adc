import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PRODUCT_NAME } from './navigation.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the document. */
    title?: string;
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
    select: ({ matches }) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  const title = isMissing ? 'Page not found' : titleOfRoute;

  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // The first page was opened by the browser, which has placed the focus itself.
        if (!fromLocation || !pathChanged) return;
        // Placed in the middle of the change, it has the browser lay the page out twice.
        requestAnimationFrame(focusHeading);
      }),
    [router],
  );
}

function focusHeading(): void {
  const main = document.getElementById('content');
  const heading = main?.querySelector<HTMLElement>('h1[tabindex]');
  (heading ?? main)?.focus({ preventScroll: true });
}
