import { type ComparedFile, compareSides } from '@atrium/contract/configuration/comparison';
import { toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import {
  getNamedVersion,
  listNamedVersions,
  type NamedVersion,
} from '@atrium/contract/configuration/versions';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { endpointKey } from '@atrium/contract/endpoint-key';
import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';

const VERSIONS_AT_ONCE = 20;

/** A version that was made between two pages moves the last one of the first on to the second, too. */
const eachOnce = ({ pages }: InfiniteData<{ content: NamedVersion[] }>) => [
  ...new Map(pages.flatMap(({ content }) => content).map((one) => [one.version, one])).values(),
];

/** The versions of a service, newest first, page by page. */
export const versionsQuery = (serviceId: string) =>
  infiniteQueryOptions({
    queryKey: endpointKey(listNamedVersions, { params: { serviceId }, query: { size: VERSIONS_AT_ONCE } }),
    queryFn: ({ pageParam, signal }) =>
      call(
        listNamedVersions,
        { params: { serviceId }, query: { page: pageParam, size: VERSIONS_AT_ONCE } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ pageable, totalPages }) =>
      pageable.pageNumber + 1 < totalPages ? pageable.pageNumber + 1 : undefined,
    select: eachOnce,
    staleTime: 0,
  });

/** Changes between two versions; `live` is the current live version. */
export const changesBetweenQuery = (serviceId: string, from: number | 'live', to: number) =>
  queryOptions({
    ...endpointQuery(compareSides, { params: { a: sideOf(from), b: sideOf(to) }, body: { serviceId } }),
    // Versions never change; the live one does.
    staleTime: from === 'live' ? 0 : Infinity,
    select: (compared) => filesOf(serviceId, compared),
  });

const filesOf = (serviceId: string, { services }: EndpointResponse<typeof compareSides>) =>
  services.find((each) => each.serviceId === serviceId)?.files ?? [];

const sideOf = (version: number | 'live') => (version === 'live' ? 'live' : (`version:${version}` as const));

/** Changes of a version, and changes of later versions. */
export interface VersionToUndo {
  parent: number;
  live: number;
  made: readonly ComparedFile[];
  since: readonly ComparedFile[];
}

/** Changes of a version and of later ones. Its key makes it refetch with the list when another version is live. */
export const undoQuery = (serviceId: string, version: number) =>
  queryOptions({
    queryKey: [...endpointKey(listNamedVersions, { params: { serviceId }, query: {} }), 'undo', version],
    queryFn: async ({ signal }): Promise<VersionToUndo> => {
      const [{ content }, named] = await Promise.all([
        call(listNamedVersions, { params: { serviceId }, query: { page: 0, size: 1 } }, { signal }),
        call(getNamedVersion, { params: { serviceId, version } }, { signal }),
      ]);
      const live = content[0]?.version ?? version;
      // A version without a parent has no files to go back to.
      const parent = named.parent ?? version;
      const compare = async (from: number, to: number) => {
        if (from === to) return [];
        const sides = { params: { a: sideOf(from), b: sideOf(to) }, body: { serviceId } };
        return filesOf(serviceId, await call(compareSides, sides, { signal }));
      };
      const [made, since] = await Promise.all([compare(parent, version), compare(version, live)]);
      return { parent, live, made, since };
    },
    staleTime: 0,
  });

/** The text of a file in a version. */
export const fileAtQuery = (serviceId: string, place: FilePlace, version: number) =>
  queryOptions({
    ...endpointQuery(
      exportSourceFile,
      { body: { ...toSourceFileBody(place), version } },
      { base: serviceUri(serviceId) },
    ),
    staleTime: Infinity,
  });
