import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Redirects to `href` after a delay, while `isDue`. */
export function useRedirectLater(href: string, delayMs: number, isDue = true): void {
  const router = useRouter();
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = window.setTimeout(() => void router.navigate({ href, replace: true }), delayMs);
    return () => window.clearTimeout(timer);
  }, [router, href, delayMs, isDue]);
}
