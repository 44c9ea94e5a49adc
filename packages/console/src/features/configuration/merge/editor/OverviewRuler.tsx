import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { countWords } from '../regions/merge-counts.ts';
import { fromOf } from '../regions/region-spans.ts';
import { drawRegions } from './draw-regions.ts';
import type { MergeController } from './merge-controller.ts';

const DRAW_DELAY_MS = 150;

/** Overview of the file's regions in the colors of their states. A click scrolls to a region. */
export function OverviewRuler({ controller }: { controller: MergeController }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const snapshot = useSyncExternalStore(controller.subscribe, controller.snapshot);

  useEffect(() => {
    const draw = () => canvas.current && drawRegions(canvas.current, controller);
    // Draws after the panes' layout; several changes in a row are drawn once.
    const timer = setTimeout(draw, DRAW_DELAY_MS);
    const observer = new ResizeObserver(draw);
    if (canvas.current) observer.observe(canvas.current);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      scheme.removeEventListener('change', draw);
    };
  }, [controller, snapshot]);

  const handleClick = (event: MouseEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const view = controller.panes.merged;
    const block = view.lineBlockAtHeight(((event.clientY - box.top) / box.height) * view.contentHeight);
    const { set } = controller.panes;
    let best = 0;
    set.regions.forEach((_, index) => {
      if (Math.abs(fromOf(set, index) - block.from) < Math.abs(fromOf(set, best) - block.from)) best = index;
    });
    const region = set.regions[best];
    if (region) controller.goTo(region);
  };

  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`Overview: ${countWords(snapshot.counts, controller.panes.start.hasBase)}`}
      onClick={handleClick}
      className="h-full w-4 shrink-0 cursor-pointer border-l border-line bg-sunken"
    />
  );
}
