import type { Pull } from '@atrium/contract/configuration/pull';
import { useQuery } from '@tanstack/react-query';
import type { DiffFile, ServiceDiff } from '../diff/service-diffs.ts';
import { lastCommitsQuery } from '../pull/pull.queries.ts';
import { useBaseExchange, useLocalAuthor } from './merge-labels.queries.ts';
import { mergeLabels } from './merge-labels.ts';
import type { ResumedDraft } from './resume-draft.ts';

/** The labels of the panes of one file, as far as they are known yet. */
export function useMergeLabels(pull: Pull, diff: ServiceDiff, file: DiffFile, resumed: ResumedDraft | null) {
  const { serviceId, serviceName } = diff.service;
  const version = diff.local?.version;
  const lastModified = file.local?.lastModified;
  const author = useLocalAuthor(serviceId, version, lastModified);
  const exchange = useBaseExchange(pull, serviceId);
  const { files, commits } = useQuery(lastCommitsQuery(pull.uuid)).data ?? {};
  const commit = commits?.[files?.[serviceId]?.[file.remote?.filePath ?? ''] ?? -1];
  return mergeLabels({
    serviceName,
    local: { version, author, lastModified },
    exchange,
    remote: { commitSha: pull.commitSha, ...commit },
    resumed,
  });
}
