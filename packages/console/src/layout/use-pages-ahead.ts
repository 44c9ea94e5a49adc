import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Fetches the page's part of the program. */
    preload?: () => Promise<void>;
  }
}

/**
 * Preloads the chunk behind each hovered link, also one hovered before this module had loaded. Failed preloads are
 * retried on click, which reports errors.
 */
export function usePagesAhead(): void {
  const router = useRouter();
  useEffect(() => {
    function preload(target: EventTarget | null) {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link?.origin !== window.location.origin) return;
      // Data read ahead of the open page would be old at its next visit.
      if (link.pathname === window.location.pathname) return;
      const [routes] = router.getMatchedRoutes(link.pathname);
      for (const { options } of routes) void options.staticData?.preload?.().catch(() => undefined);
    }
    const listen = ({ target }: Event) => preload(target);
    const events = ['pointerover', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, listen);
    for (const link of document.querySelectorAll('a:is(:hover, :focus)')) preload(link);
    return () => {
      for (const event of events) document.removeEventListener(event, listen);
    };
  }, [router]);
}
