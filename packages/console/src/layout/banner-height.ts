import { useEffect, useRef } from 'react';

/** How much of the top of the screen a banner takes that stays in sight; what else stays there is below it. */
export const BANNER_HEIGHT = 'var(--banner, 0px)';

/** For a banner that stays in sight above everything else: it covers neither the bars nor what has the focus. */
export function useStayingBanner<Banner extends HTMLElement>() {
  const banner = useRef<Banner>(null);
  useEffect(() => {
    const element = banner.current;
    if (!element) return;
    const { style } = document.documentElement;
    const bar = document.querySelector('header');
    const watching = new ResizeObserver(() => {
      const height = element.offsetHeight;
      style.setProperty('--banner', `${height}px`);
      // A little more than both, for the outline of what has the focus.
      style.scrollPaddingTop = `${height + (bar?.offsetHeight ?? 0) + 8}px`;
    });
    watching.observe(element);
    if (bar) watching.observe(bar);
    return () => {
      watching.disconnect();
      style.removeProperty('--banner');
      style.scrollPaddingTop = '';
    };
  }, []);
  return banner;
}
