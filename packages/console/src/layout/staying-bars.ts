import { useEffect, useRef } from 'react';
import { observeHeight } from '../ui/observe-height.ts';

/** How much of the top of the screen a banner takes that stays in sight; what else stays there is below it. */
export const BANNER_HEIGHT = 'var(--banner, 0px)';

/** For what stays in sight at an edge of the screen: the theme scrolls what has the focus clear of it. */
export function useStayingBar<Bar extends HTMLElement>(name: '--banner' | '--top-bar' | '--bottom-bar') {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    element.dataset['stayingBar'] = '';
    const stopObserving = observeHeight(element, (height) => style.setProperty(name, `${height}px`));
    return () => {
      stopObserving();
      style.removeProperty(name);
    };
  }, [name]);
  return bar;
}
