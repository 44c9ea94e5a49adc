import { elementScroll, type Rect, type Virtualizer } from '@tanstack/react-virtual';

/** Size of a frame until it is measured: the usual maximum height, 32rem. */
export const UNKNOWN_FRAME: Rect = { width: 0, height: 512 };

/**
 * Observes the size of a frame with rows, using the layout that the browser computes for its next paint anyway. The
 * library's default reads the size on mount, which forces another layout of the whole page.
 */
export function observeFrame<Frame extends Element>(
  { scrollElement }: Virtualizer<Frame, Element>,
  onSize: (size: Rect) => void,
): (() => void) | undefined {
  if (!scrollElement) return undefined;
  const observer = new ResizeObserver(([entry]) => {
    const [box] = entry?.borderBoxSize ?? [];
    if (box) onSize({ width: Math.round(box.inlineSize), height: Math.round(box.blockSize) });
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** The library scrolls each new frame to its beginning, where it is: that, too, would have the page laid out. */
export const scrollFrame: typeof elementScroll = (offset, options, virtualizer) => {
  const target = offset + (options.adjustments ?? 0);
  if (target !== 0 || (virtualizer.scrollOffset ?? 0) !== 0) elementScroll(offset, options, virtualizer);
};
