import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

interface ShownRegionOptions {
  frame: RefObject<HTMLElement | null>;
  virtualizer: Virtualizer<HTMLElement, Element>;
  /** Of the current region; -1 where there is none. */
  index: number;
  /** Another object after each move. */
  moved: object | null;
}

/** Brings the current region of the list into view, and after a move its heading gets the focus. */
export function useShownRegion({ frame, virtualizer, index, moved }: ShownRegionOptions): void {
  const seen = useRef(moved);
  const isFocusWanted = useRef(false);

  const show = useEffectEvent(() => {
    if (index < 0) return;
    virtualizer.scrollToIndex(index, { align: 'start' });
    // The buttons that move are often pressed several times.
    const isOnButton = document.activeElement?.closest('[role="toolbar"]') != null;
    isFocusWanted.current = moved !== seen.current && !isOnButton;
    seen.current = moved;
  });
  useEffect(() => show(), [moved]);

  useEffect(() => {
    // The entry may not be there before the list has scrolled.
    const heading = frame.current?.querySelector<HTMLElement>('[aria-current] h3');
    if (!isFocusWanted.current || !heading) return;
    isFocusWanted.current = false;
    heading.focus({ preventScroll: true });
  });
}
