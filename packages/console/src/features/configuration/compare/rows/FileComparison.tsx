import type { Pull } from '@atrium/contract/configuration/pull';
import { differOnlyInLineEndings } from '@atrium/diff/line-endings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Alert } from '../../../../ui/Alert.tsx';
import { ErrorAlert } from '../../../../ui/ErrorAlert.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Spinner } from '../../../../ui/Spinner.tsx';
import type { DiffFile } from '../../decisions/diff-file.ts';
import { prefetchContents, useFileContents } from '../../differences/file-contents.ts';
import type { ServiceDiff } from '../../differences/service-diffs.ts';
import { lastCommitOf, lastCommitsQuery } from '../../files/pull.queries.ts';
import { useLocalAuthor } from '../../merge/merge-labels.queries.ts';
import { mergeLabels } from '../../merge/merge-labels.ts';

const SideBySide = lazyPart(async () => (await import('../../panes/SideBySide.tsx')).default);

interface FileComparisonProps {
  pull: Pull;
  diff: ServiceDiff;
  file: DiffFile;
  /** The file that is probably opened next; its contents are read ahead. */
  next?: { readonly serviceId: string; readonly file: DiffFile } | undefined;
}

/** Shows both sides of a file side by side, with author and time. */
export function FileComparison({ pull, diff, file, next }: FileComparisonProps) {
  const { serviceId } = diff.service;
  const client = useQueryClient();
  const { sides, error, retry } = useFileContents(pull.uuid, serviceId, file);
  const commits = useQuery(lastCommitsQuery(pull.uuid)).data;
  const author = useLocalAuthor(serviceId, diff.local?.version, file.local?.lastModified);
  const isLoaded = sides !== undefined;
  useEffect(() => {
    if (isLoaded && next) prefetchContents(client, pull.uuid, next.serviceId, next.file);
  }, [isLoaded, next, client, pull.uuid]);
  if (error) {
    return <ErrorAlert className="m-4" error={error} title="Could not fetch file source" onRetry={retry} />;
  }
  if (sides === undefined) return <Spinner className="m-4" label="Loading both sides …" isLabelShown />;
  const commit = lastCommitOf(commits, serviceId, file.remote?.filePath);
  const labels = mergeLabels({
    local: { version: diff.local?.version, author, lastModified: file.local?.lastModified },
    exchange: undefined,
    remote: { commitSha: pull.commitSha, ...commit },
    resumed: null,
  });
  const labelOf = ({ name, detail }: { name: string; detail: string }) => `${name}: ${detail}`;
  const isOnlyEndings =
    sides.local !== null && sides.remote !== null && differOnlyInLineEndings(sides.local, sides.remote);
  return (
    <>
      {isOnlyEndings && (
        <Alert className="m-4">The two sides differ only in line endings or a byte order mark.</Alert>
      )}
      <Suspense fallback={<Spinner className="m-4" label="Loading the viewer …" isLabelShown />}>
        <SideBySide
          left={sides.local}
          right={sides.remote}
          leftLabel={labelOf(labels.local)}
          rightLabel={labelOf(labels.remote)}
          name={file.name}
        />
      </Suspense>
    </>
  );
}
