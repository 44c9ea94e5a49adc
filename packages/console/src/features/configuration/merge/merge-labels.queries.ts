import { listChildren } from '@atrium/contract/accounts/children';
import { fullName } from '@atrium/contract/accounts/full-name';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import type { Pull } from '@atrium/contract/configuration/pull';
import { MAX_PAGE_SIZE } from '@atrium/contract/paging';
import type { ConfigurationVersion } from '@atrium/contract/service-api/versions/version';
import { listVersions } from '@atrium/contract/service-api/versions/versions';
import { serviceUri } from '@atrium/contract/services/service';
import { skipToken, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useAuth } from '../../../api/session.ts';

/** Name of a live file's last author; undefined while loading or if unknown. */
export function useLocalAuthor(
  serviceId: string,
  version: number | undefined,
  lastModified: string | null | undefined,
): string | undefined {
  const newest = endpointQuery(
    listVersions,
    { query: { page: 0, size: MAX_PAGE_SIZE } },
    { base: serviceUri(serviceId) },
  );
  const versions = useQuery({
    ...newest,
    // Another live version, another list.
    queryKey: [...newest.queryKey, version],
    ...(version === undefined && { queryFn: skipToken }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }).data?.content;
  const nameOf = usePersonNames((versions ?? []).map(({ author }) => author));
  return nameOf(authorOf(versions ?? [], lastModified));
}

/** First and last names of the users of this domain. */
function usePersonNames(
  wanted: readonly (string | null | undefined)[],
): (userId: string | undefined) => string | undefined {
  const { user } = useAuth();
  const isOther = wanted.some((userId) => userId && userId !== user?.userId);
  const children = useQuery({
    ...endpointQuery(listChildren, {}),
    ...(!isOther && { queryFn: skipToken }),
    retry: false,
  }).data;
  return (userId) => {
    const person = userId === user?.userId ? user : children?.find((child) => child.userId === userId);
    return person && userId !== undefined ? fullName(person) : undefined;
  };
}

/** A file carries the time of the version that last changed it. */
export function authorOf(
  versions: readonly Pick<ConfigurationVersion, 'createdOn' | 'author'>[],
  lastModified: string | null | undefined,
): string | undefined {
  return versions.find(({ createdOn }) => createdOn === lastModified)?.author ?? undefined;
}

/** Pull or push that created the base: the service's newest exchange, if made with this pull's branch. */
export function useBaseExchange({ gitUrl, branch }: Pull, serviceId: string) {
  const { data } = useQuery({ ...endpointQuery(listConfiguredServices, {}), retry: false });
  const newest = data?.services.find((service) => service.serviceId === serviceId)?.exchange;
  const exchange = newest?.gitUrl === gitUrl && newest.branch === branch ? newest : undefined;
  const userId = exchange?.userId;
  const author = usePersonNames([userId])(userId);
  return exchange && { ...exchange, author };
}
