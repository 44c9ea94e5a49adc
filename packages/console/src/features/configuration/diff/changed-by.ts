import type { Pull } from '@atrium/contract/configuration/pull';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/format-date.ts';
import { useLocalAuthors } from '../merge/merge-labels.queries.ts';
import { lastCommitsQuery } from '../pull/pull.queries.ts';
import type { DiffFile, ServiceDiff } from './service-diffs.ts';

/** Who changed a file on each side that did, and when, as far as that is known. */
export function useChangedBy(pull: Pull, { service, local }: ServiceDiff): (file: DiffFile) => string[] {
  const commits = useQuery(lastCommitsQuery(pull.uuid)).data;
  const authorOf = useLocalAuthors(service.serviceId, local?.version);
  const known = commits?.files[service.serviceId] ?? {};
  return ({ side, local: mine, remote: theirs }) => {
    const commit = commits?.commits[known[theirs?.filePath ?? ''] ?? -1];
    const lines: string[] = [];
    if (side !== 'GIT' && mine?.lastModified)
      lines.push(told('here', authorOf(mine.lastModified), mine.lastModified));
    if (side !== 'HERE' && commit) lines.push(told('git', commit.author, commit.lastModified));
    return lines;
  };
}

const told = (place: string, author: string | undefined, time: string) =>
  `${place}: ${[author, formatDateTime(time)].filter(Boolean).join(', ')}`;
