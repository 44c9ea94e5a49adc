/** Says how high an element is, now and whenever that changes, until what it returns is called. */
export function observeHeight(element: Element, onHeight: (height: number) => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const [box] = entry?.borderBoxSize ?? [];
    if (box) onHeight(Math.ceil(box.blockSize));
  });
  observer.observe(element);
  return () => observer.disconnect();
}
