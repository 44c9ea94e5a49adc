import { composeMerge, regionText } from './compose.ts';
import { modelMerge } from './merge.ts';

/** Whose text a conflict takes. */
export type FavouredSide = 'local' | 'remote';

/**
 * Three-way merge that asks nobody, as `git merge-file --ours` and `--theirs`: what one side changed is taken,
 * a conflict goes to the favoured side. Without a base (`null`) every difference does.
 */
export function mergeFavouring(
  favoured: FavouredSide,
  base: string | null,
  local: string,
  remote: string,
): string {
  const model = modelMerge(base, local, remote);
  return composeMerge(model, (region) => {
    const { kind } = region;
    if (kind === 'remote') return regionText(model, region, 'remote');
    const isOpen = kind === 'conflict' || kind === 'difference';
    return regionText(model, region, isOpen ? favoured : 'local');
  });
}
