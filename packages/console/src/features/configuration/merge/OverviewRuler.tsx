import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import type { MergeController } from './merge-controller.ts';
import { countWords } from './merge-counts.ts';
import { fromOf, toOf } from './region-set.ts';
import { type RegionTone, toneOf } from './region-words.ts';

const colours: Record<RegionTone, string> = {
  open: '--atrium-danger',
  local: '--atrium-note',
  remote: '--atrium-ok',
  mixed: '--atrium-accent',
  same: '--atrium-line-strong',
};

const DRAW_DELAY_MS = 150;

/** Where in the file the regions are, in the colours of their states. A click goes there. */
export function OverviewRuler({ controller }: { controller: MergeController }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const snapshot = useSyncExternalStore(controller.subscribe, controller.snapshot);

  useEffect(() => {
    const draw = () => canvas.current && drawRegions(canvas.current, controller);
    // After the panes have laid themselves out; several changes in a row are drawn once.
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
    const view = controller.merged;
    const block = view.lineBlockAtHeight(((event.clientY - box.top) / box.height) * view.contentHeight);
    const { set } = controller;
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
      aria-label={`Overview: ${countWords(snapshot.counts, controller.start.hasBase)}`}
      onClick={handleClick}
      className="h-full w-4 shrink-0 cursor-pointer border-l border-line bg-sunken"
    />
  );
}

function drawRegions(canvas: HTMLCanvasElement, controller: MergeController): void {
  const view = controller.views.get('merged');
  const context = canvas.getContext('2d');
  if (!view || !context) return;
  const scale = globalThis.devicePixelRatio || 1;
  canvas.width = canvas.clientWidth * scale;
  canvas.height = canvas.clientHeight * scale;
  // Where motion is reduced, every property has a short transition, and a colour just set is not yet in force.
  canvas.style.transition = 'none';
  const style = getComputedStyle(canvas);
  const paint = new Map<string, string>();
  const { set } = controller;
  const ratio = canvas.height / Math.max(1, view.contentHeight);
  set.regions.forEach((region, index) => {
    if (!controller.isShown(region)) return;
    const tone = toneOf(region);
    let colour = paint.get(tone);
    if (colour === undefined) {
      // A canvas does not know light-dark(); the element's own colour is resolved by the browser.
      canvas.style.color = `var(${colours[tone]})`;
      colour = style.color;
      paint.set(tone, colour);
    }
    const top = view.lineBlockAt(fromOf(set, index)).top * ratio;
    const bottom = view.lineBlockAt(toOf(set, index)).top * ratio;
    context.fillStyle = colour;
    const inset = region.state === 'open' ? 0 : canvas.width / 4;
    context.fillRect(inset, top, canvas.width - 2 * inset, Math.max(2 * scale, bottom - top));
  });
}
