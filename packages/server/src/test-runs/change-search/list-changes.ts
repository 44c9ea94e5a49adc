import type { ConfigurationVersion } from '@atrium/contract/service-api/versions/version';
import { listVersions } from '@atrium/contract/service-api/versions/versions';
import { MAX_SEARCHED_VERSIONS } from '@atrium/contract/test-runs/change-search';
import { UnprocessableError } from '@atrium/host/errors';
import type { ServiceClient } from '../../services/service-client.ts';
import type { SearchChange } from '../test-runs.tables.ts';

const PAGE_SIZE = 200;

/** An end of a search: the start of its run, and the versions known to be in it. */
export interface SearchEnd {
  startedOn: Date;
  versions: ReadonlyMap<string, number>;
}

/** All versions of some services between two runs, in the order in which they became live. */
export async function listChanges(
  client: ServiceClient,
  serviceIds: readonly string[],
  passed: SearchEnd,
  failed: SearchEnd,
): Promise<{ base: Record<string, number>; changes: SearchChange[] }> {
  const base: Record<string, number> = {};
  const between: { createdOn: string; change: SearchChange }[] = [];
  for (const serviceId of serviceIds) {
    const isSince = (end: SearchEnd) => {
      const known = end.versions.get(serviceId);
      return ({ version, createdOn }: ConfigurationVersion) =>
        known === undefined ? Date.parse(createdOn) > end.startedOn.getTime() : version > known;
    };
    const [isNew, isLater] = [isSince(passed), isSince(failed)];
    const found = await listSince(client, serviceId, isNew);
    base[serviceId] = found.before;
    for (const version of found.versions) {
      if (isLater(version)) continue;
      between.push({ createdOn: version.createdOn, change: [serviceId, version.version] });
    }
  }
  if (between.length > MAX_SEARCHED_VERSIONS) throw tooMany();
  between.sort(({ createdOn: a, change: [, one] }, { createdOn: b, change: [, other] }) =>
    a === b ? one - other : a < b ? -1 : 1,
  );
  return { base, changes: between.map(({ change }) => change) };
}

function tooMany(): UnprocessableError {
  return new UnprocessableError(
    `More than ${MAX_SEARCHED_VERSIONS} versions were made since this test last passed.`,
  );
}

/** The newest versions of a service, as far as they are new, and the one before them. */
async function listSince(
  client: ServiceClient,
  serviceId: string,
  isNew: (version: ConfigurationVersion) => boolean,
): Promise<{ before: number; versions: ConfigurationVersion[] }> {
  const versions: ConfigurationVersion[] = [];
  for (let page = 0; ; page += 1) {
    const query = { page: String(page), size: String(PAGE_SIZE) };
    const { content, totalPages } = await client.call(serviceId, listVersions, { query });
    for (const version of content) {
      if (!isNew(version)) return { before: version.version, versions };
      versions.push(version);
    }
    if (page + 1 < totalPages && versions.length <= MAX_SEARCHED_VERSIONS) continue;
    const oldest = versions.pop();
    // The starter configuration came with the first call: there was nothing before it.
    if (oldest?.version === 1) return { before: 1, versions };
    // No more of them were read.
    if (versions.length >= MAX_SEARCHED_VERSIONS) throw tooMany();
    throw new UnprocessableError(
      `The versions of ${serviceId} with which this test last passed have been deleted.`,
    );
  }
}
