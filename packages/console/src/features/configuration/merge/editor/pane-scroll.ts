import { LINE_HEIGHT_PX } from '../../../../ui/code/code-theme.ts';
import type { Pane } from '../../panes/pane-region.ts';
import type { MergeController } from './merge-controller.ts';
import { lineBeside } from './pane-lines.ts';

interface ScrollParts {
  readonly controller: MergeController;
  /** The frame that scrolls each pane, where panes scroll apart. */
  readonly frames: ReadonlyMap<Pane, HTMLElement>;
  /** Scroll bar shared by all panes: each pane is as tall as its text, so its own bar would be out of view. */
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

/** Minimum pane width that fits a region's header, text and buttons, in one row. */
const HEAD_WIDTH_PX: Record<Pane, number> = { local: 235, base: 80, merged: 345, remote: 235 };

/** Heads of regions stay in view when the text is scrolled sideways, and are taller where a pane is narrow. */
function fitHeads({ panes }: MergeController): void {
  // Read all sizes before writing any: each read after a write forces a layout.
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

/** The line at the top of one pane is at the top of the others; inside a region, at the same share of it. */
function followLines({ controller, frames }: ScrollParts): () => void {
  const expected = new Map<HTMLElement, number>();
  const listeners = [...frames].map(([pane, frame]) => {
    const handleScroll = () => {
      const own = expected.get(frame);
      expected.delete(frame);
      if (own !== undefined && Math.abs(own - frame.scrollTop) < 2) return;
      const line = topLine(controller, pane, frame.scrollTop);
      if (line === undefined) return;
      for (const [other, otherFrame] of frames) {
        if (other === pane) continue;
        const top = topOfLine(
          controller,
          other,
          lineBeside(controller.panes.geometry(pane), line, controller.panes.geometry(other)),
        );
        if (top === undefined || Math.abs(otherFrame.scrollTop - top) < 2) continue;
        otherFrame.scrollTop = top;
        expected.set(otherFrame, otherFrame.scrollTop);
      }
    };
    frame.addEventListener('scroll', handleScroll, { passive: true });
    return () => frame.removeEventListener('scroll', handleScroll);
  });
  return () => {
    for (const stop of listeners) stop();
  };
}

function topLine(controller: MergeController, pane: Pane, scrollTop: number): number | undefined {
  const view = controller.panes.views.get(pane);
  if (!view) return undefined;
  const block = view.lineBlockAtHeight(scrollTop);
  const share = Math.min(1, Math.max(0, (scrollTop - block.top) / LINE_HEIGHT_PX));
  return view.state.doc.lineAt(block.from).number - 1 + share;
}

function topOfLine(controller: MergeController, pane: Pane, line: number): number | undefined {
  const view = controller.panes.views.get(pane);
  if (!view) return undefined;
  const { doc } = view.state;
  const whole = Math.min(doc.lines - 1, Math.floor(line));
  return view.lineBlockAt(doc.line(whole + 1).from).top + (line - whole) * LINE_HEIGHT_PX;
}
