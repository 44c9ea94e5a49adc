import { useEffect, useRef } from 'react';
import { observeHeight } from '../ui/observe-height.ts';

/** Height of a sticky banner at the top of the screen; other sticky elements are placed below it. */
export const BANNER_HEIGHT = 'var(--banner, 0px)';

/** Publishes the height of a sticky bar: the theme scrolls the focused element clear of it. */
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
