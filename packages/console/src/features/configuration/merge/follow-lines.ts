import { LINE_HEIGHT_PX } from '../../../ui/code/code-theme.ts';
import type { MergeController } from './merge-controller.ts';
import { lineBeside } from './pane-lines.ts';
import type { Pane } from './pane-region.ts';
import type { ScrollParts } from './pane-scroll.ts';

/** The line at the top of one pane is at the top of the others; inside a region, at the same share of it. */
export function followLines({ controller, frames }: ScrollParts): () => void {
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
