import type { Pull } from '@atrium/contract/configuration/pull';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../../lib/format-date.ts';
import type { DiffFile } from '../../decisions/diff-file.ts';
import type { ServiceDiff } from '../../differences/service-diffs.ts';
import { lastCommitOf, lastCommitsQuery } from '../../files/pull.queries.ts';
import { useLocalAuthor } from '../../merge/merge-labels.queries.ts';

interface ChangedByProps {
  pull: Pull;
  diff: ServiceDiff;
  file: DiffFile;
}

/** Author and time of the last change on each side, as far as known; never truncated. */
export function ChangedBy({ pull, diff, file }: ChangedByProps) {
  const { side, local, remote } = file;
  const commits = useQuery(lastCommitsQuery(pull.uuid)).data;
  const author = useLocalAuthor(diff.service.serviceId, diff.local?.version, local?.lastModified);
  const commit = lastCommitOf(commits, diff.service.serviceId, remote?.filePath);
  const lines = [
    side !== 'GIT' && local?.lastModified && changedBy('here', author, local.lastModified),
    side !== 'HERE' && commit && changedBy('git', commit.author, commit.lastModified),
  ].filter((line) => typeof line === 'string');
  return lines.map((line) => (
    <span key={line} className="block text-xs leading-tight wrap-anywhere text-ink-soft">
      {line}
    </span>
  ));
}

const changedBy = (place: string, author: string | undefined, time: string) =>
  `${place}: ${[author, formatDateTime(time)].filter(Boolean).join(', ')}`;
