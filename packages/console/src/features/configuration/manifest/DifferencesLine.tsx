import type { Pull } from '@atrium/contract/configuration/pull';
import { formatQuantity } from '../../../lib/format.ts';
import {
  countDiffering,
  describeSame,
  type ManifestDifferences,
} from '../differences/manifest-differences.ts';
import { filesOf } from '../differences/manifest-selection.ts';

interface DifferencesLineProps {
  pull: Pull;
  differences: ReadonlyMap<string, ManifestDifferences>;
}

/** Summarizes the differences between a pull and the live version once all services are compared. */
export function DifferencesLine({ pull, differences }: DifferencesLineProps) {
  const differing = countDiffering(pull, differences);
  if (differing === undefined || pull.services.length === 0) return null;
  const removed = [...differences.values()].reduce((sum, { removedCount }) => sum + removedCount, 0);
  const all = pull.services.reduce((sum, service) => sum + filesOf(service).length, 0);
  return (
    <p role="status">
      {differing === 0
        ? describeSame(all)
        : `${differing.toLocaleString('en')} of ${formatQuantity(all, 'file')} ${differing === 1 ? 'differs' : 'differ'} from the live ones.`}
      {removed > 0 && ` ${formatQuantity(removed, 'live file is', 'live files are')} not in git.`}
    </p>
  );
}
