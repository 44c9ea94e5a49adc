import { type MarkerLabels, pushConflict } from './conflict-text.ts';
import type { MergedRegion, MergeModel, MergeResult } from './merge.ts';
import { initialState } from './region.ts';

/** Returns the merged text, with git's markers around what conflicts. */
export function renderMerge(model: MergeModel, labels: MarkerLabels): MergeResult {
  const out: string[] = [];
  const regions: MergedRegion[] = [];
  let conflictCount = 0;
  let posLocal = 0;
  for (const region of model.regions) {
    for (; posLocal < region.local.from; posLocal++) out.push(model.localLines[posLocal] as string);
    posLocal = region.local.to;
    const from = out.length;
    if (region.kind === 'conflict' || region.kind === 'difference') {
      conflictCount++;
      pushConflict(out, model, region, labels);
    } else {
      const [lines, range] =
        region.kind === 'remote' ? [model.remoteLines, region.remote] : [model.localLines, region.local];
      for (let line = range.from; line < range.to; line++) out.push(lines[line] as string);
    }
    regions.push({ ...region, merged: { from, to: out.length }, state: initialState(region.kind) });
  }
  for (; posLocal < model.localLines.length; posLocal++) out.push(model.localLines[posLocal] as string);
  return { text: out.join(''), isClean: conflictCount === 0, conflictCount, regions };
}
