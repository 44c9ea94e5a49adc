import { fromOf, toOf } from '../regions/region-spans.ts';
import { type RegionTone, toneOf } from '../regions/region-words.ts';
import type { MergeController } from './merge-controller.ts';

const colours: Record<RegionTone, string> = {
  open: '--atrium-danger',
  local: '--atrium-note',
  remote: '--atrium-ok',
  mixed: '--atrium-accent',
  same: '--atrium-line-strong',
};

/** Draws a mark for each region, in the colour of its state. */
export function drawRegions(canvas: HTMLCanvasElement, controller: MergeController): void {
  const view = controller.panes.views.get('merged');
  const context = canvas.getContext('2d');
  if (!view || !context) return;
  const scale = globalThis.devicePixelRatio || 1;
  canvas.width = canvas.clientWidth * scale;
  canvas.height = canvas.clientHeight * scale;
  // With reduced motion, every property has a short transition, so a new color isn't computed yet.
  canvas.style.transition = 'none';
  const style = getComputedStyle(canvas);
  const paint = new Map<string, string>();
  const { set } = controller.panes;
  const ratio = canvas.height / Math.max(1, view.contentHeight);
  set.regions.forEach((region, index) => {
    if (!controller.panes.isShown(region)) return;
    const tone = toneOf(region);
    let colour = paint.get(tone);
    if (colour === undefined) {
      // A canvas doesn't support light-dark(); the browser resolves the element's own color.
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
