import type { BudgetStop } from '@atrium/contract/billing/budget-fields';
import { writeStop } from '@atrium/contract/billing/stop-texts';
import { sourceFileNames } from '@atrium/contract/service-api/files/item-file-names';
import { type ExportedMetadata, exportMetadata } from '@atrium/contract/service-api/versions/export';
import { serviceUri } from '@atrium/contract/services/service';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { mayDo } from '../../../api/auth-state.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useAuth } from '../../../api/session.ts';

const toPaths = ({ folders }: ExportedMetadata) =>
  new Set(folders.flatMap(({ files }) => files.map(({ filePath }) => filePath)));

/** Paths of the files of the live configuration. Not with the queries that the overview loads: it needs no words of files. */
const liveFilesQuery = (serviceId: string) =>
  queryOptions({
    ...endpointQuery(exportMetadata, { query: {} }, { base: serviceUri(serviceId) }),
    select: toPaths,
  });

/**
 * Returns stopped functions that are missing in the live configuration, in the format of `writeStop`: a cap on them
 * has no effect. Empty while loading, or without permission to read the configuration.
 */
export function useMissingFunctions(stops: readonly BudgetStop[]): readonly string[] {
  const mayRead = mayDo(useAuth(), 'configuration.read');
  const named = stops.flatMap(({ serviceId, function: name }) =>
    name === null ? [] : [{ serviceId, paths: sourceFileNames(`functions/${name}`), function: name }],
  );
  const serviceIds = [...new Set(named.map(({ serviceId }) => serviceId))];
  const live = useQueries({
    queries: serviceIds.map((serviceId) => ({ ...liveFilesQuery(serviceId), enabled: mayRead })),
  });
  return named
    .filter(({ serviceId, paths }) => {
      const known = live[serviceIds.indexOf(serviceId)]?.data;
      return known !== undefined && !paths.some((path) => known.has(path));
    })
    .map(writeStop);
}
