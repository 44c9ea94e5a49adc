import { isNotFound } from '@atrium/contract/not-found';
import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import type { SourceFile } from '@atrium/contract/service-api/versions/export-files';
import type { Service } from '@atrium/contract/services/service';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { LoadingCode } from '../functions/LoadingCode.tsx';
import { DeletedFile } from './DeletedFile.tsx';
import { fileDeletionQuery } from './history.queries.ts';

interface MissingCodeProps {
  service: Service;
  place: FilePlace;
  /** Second place at which the file may have been deleted. */
  otherPlace?: FilePlace | undefined;
  source: UseQueryResult<SourceFile>;
}

/** Replaces the code while it loads or if it is missing: shows the version that deleted it, or the error. */
export function MissingCode({ service, place, otherPlace, source }: MissingCodeProps) {
  const isMissing = isNotFound(source.error);
  const first = useQuery({ ...fileDeletionQuery(service.id, place), enabled: isMissing });
  const isElsewhere = otherPlace !== undefined && isNotFound(first.error);
  const other = useQuery({ ...fileDeletionQuery(service.id, otherPlace ?? place), enabled: isElsewhere });
  const deletion = isElsewhere ? other : first;
  if (deletion.data) return <DeletedFile service={service} deletion={deletion.data} />;
  // If the service has no record of a deletion, or the file never existed, show the first error.
  const { data, error, errorUpdateCount } = isMissing && !isNotFound(deletion.error) ? deletion : source;
  const isFetching = source.isFetching || deletion.isFetching;
  const refetch = () => Promise.all([source.refetch(), isMissing && deletion.refetch()]);
  return <LoadingCode source={{ data, error, errorUpdateCount, isFetching, refetch }} />;
}
