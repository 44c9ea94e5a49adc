import { followLines } from './follow-lines.ts';
import type { MergeController } from './merge-controller.ts';
import type { Pane } from './pane-region.ts';

export interface ScrollParts {
  readonly controller: MergeController;
  /** The frame that scrolls each pane, where panes scroll apart. */
  readonly frames: ReadonlyMap<Pane, HTMLElement>;
  /** One bar for all panes: each pane is as tall as its text, so its own would be out of sight. */
  readonly bar: HTMLElement;
  readonly isSynchronous: boolean;
  readonly isShared: boolean;
}

/** Mirrors horizontal scrolling, and keeps panes that scroll apart at the same lines. Returns how to stop. */
export function connectScrolling(parts: ScrollParts): () => void {
  const stops = [mirrorSideways(parts)];
  if (!parts.isShared && parts.isSynchronous) stops.push(followLines(parts));
  return () => {
    for (const stop of stops) stop();
  };
}

function mirrorSideways({ controller, bar }: ScrollParts): () => void {
  const scrollers = [...controller.panes.views.values()].map((view) => view.scrollDOM);
  const all = [...scrollers, bar];
  const expected = new Map<HTMLElement, number>();
  const inner = bar.firstElementChild as HTMLElement;

  const measure = () => {
    const range = Math.max(0, ...scrollers.map((one) => one.scrollWidth - one.clientWidth));
    fitHeads(controller);
    bar.hidden = range === 0;
    inner.style.width = `${bar.clientWidth + range}px`;
  };
  const handleScroll = (event: Event) => {
    const source = event.target as HTMLElement;
    // A pane that could not go as far reports its own end; that must not pull the others back.
    if (expected.get(source) === source.scrollLeft) {
      expected.delete(source);
      return;
    }
    for (const other of all) {
      if (other === source || other.scrollLeft === source.scrollLeft) continue;
      other.scrollLeft = source.scrollLeft;
      expected.set(other, other.scrollLeft);
    }
  };
  // Measures once by itself, as soon as everything is laid out.
  const observer = new ResizeObserver(measure);
  for (const one of all) one.addEventListener('scroll', handleScroll, { passive: true });
  for (const view of controller.panes.views.values()) {
    observer.observe(view.scrollDOM);
    observer.observe(view.contentDOM);
  }
  return () => {
    observer.disconnect();
    for (const one of all) one.removeEventListener('scroll', handleScroll);
  };
}

/** What the heads of a pane need in one row: words and buttons. */
const HEAD_WIDTH_PX: Record<Pane, number> = { local: 235, base: 80, merged: 345, remote: 235 };

/** Heads of regions stay in view when the text is scrolled sideways, and are taller where a pane is narrow. */
function fitHeads({ panes }: MergeController): void {
  // Everything is read before anything is written: each read of a changed page would lay it out again.
  const widths = [...panes.views].map(([pane, { dom, scrollDOM }]) => {
    const gutters = dom.querySelector<HTMLElement>('.cm-gutters')?.offsetWidth ?? 0;
    return { pane, dom, gutters, width: Math.max(0, scrollDOM.clientWidth - gutters) };
  });
  for (const { dom, gutters, width } of widths) {
    dom.style.setProperty('--gutter-width', `${gutters}px`);
    dom.style.setProperty('--pane-width', `${width}px`);
  }
  // A pane behind another tab has no width.
  panes.setTallHeads(widths.some(({ pane, width }) => width > 0 && width < HEAD_WIDTH_PX[pane]));
}
