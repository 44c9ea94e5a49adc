/** Calls back with the height of an element, initially and on each change. Returns a function that stops. */
export function observeHeight(element: Element, onHeight: (height: number) => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const [box] = entry?.borderBoxSize ?? [];
    if (box) onHeight(Math.ceil(box.blockSize));
  });
  observer.observe(element);
  return () => observer.disconnect();
}
