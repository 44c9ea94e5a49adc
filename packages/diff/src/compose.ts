import { textOfLines } from './lines.ts';
import type { MergeModel, Region } from './region.ts';

/** Text that results when `textOf` decides every region; text between the regions is taken from local. */
export function composeMerge(model: MergeModel, textOf: (region: Region, index: number) => string): string {
  const out: string[] = [];
  let posLocal = 0;
  model.regions.forEach((region, index) => {
    out.push(textOfLines(model.localLines, posLocal, region.local.from), textOf(region, index));
    posLocal = region.local.to;
  });
  out.push(textOfLines(model.localLines, posLocal, model.localLines.length));
  return out.join('');
}

/** Both sides, one after the other; a side that ends without a newline gets one before the other follows. */
export function joinSides(first: string, second: string): string {
  return first === '' || second === '' || first.endsWith('\n') ? first + second : `${first}\n${second}`;
}

/** Content of a region on one side. */
export function regionText(model: MergeModel, region: Region, side: 'base' | 'local' | 'remote'): string {
  const lines = side === 'base' ? model.baseLines : side === 'local' ? model.localLines : model.remoteLines;
  return textOfLines(lines, region[side].from, region[side].to);
}
