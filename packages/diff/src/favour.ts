import { comparedTexts, type MergeTexts } from './compared-texts.ts';
import { composeMerge, regionText } from './compose.ts';
import { modelMerge } from './merge.ts';
import { restoreSideEndings } from './restore-line-endings.ts';

/** Whose text a conflict takes. */
export type FavouredSide = 'local' | 'remote';

/**
 * Three-way merge without conflicts, like `git merge-file --ours` and `--theirs`: changes of one side are
 * taken, and conflicts go to the favored side. Without a base (`null`) every difference does. If the sides have
 * different line endings, only the lines are compared, and the result has the endings of the favored side.
 */
export function mergeFavouring(
  favoured: FavouredSide,
  base: string | null,
  local: string,
  remote: string,
): string {
  const texts = { base, local, remote };
  const compared = comparedTexts(texts);
  const merged = mergeLines(favoured, compared);
  if (compared === texts) return merged;
  const [side, other] = favoured === 'local' ? [local, remote] : [remote, local];
  return restoreSideEndings(merged, side, other);
}

function mergeLines(favoured: FavouredSide, { base, local, remote }: MergeTexts): string {
  const model = modelMerge(base, local, remote);
  return composeMerge(model, (region) => {
    const { kind } = region;
    if (kind === 'remote') return regionText(model, region, 'remote');
    const isOpen = kind === 'conflict' || kind === 'difference';
    return regionText(model, region, isOpen ? favoured : 'local');
  });
}
