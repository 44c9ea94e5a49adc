import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile, itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { serviceUri } from '@atrium/contract/services/service';
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { type Choices, choicesOf, mergedOf, type ServiceChoices } from '../decisions/diff-choices.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import { favouredOf, isMergedOnSubmit } from '../decisions/submit-outcome.ts';
import { type FileContents, readContents } from '../differences/file-contents.ts';
import type { ReasonedChange } from '../live-change/NamedList.tsx';
import type { ServiceToSubmit } from './service-submit.ts';

/** Read before a submit; the rest is not said in words. */
const MOST_FILES = 100;

/** Whether a submit changes metadata files of functions. */
export function declaresAnything(services: readonly ServiceToSubmit[]): boolean {
  return services.some((service) => metadataOf(service).length > 0);
}

/**
 * What functions reach and are reached by from a submit on, and which of their secrets are not set. A file that cannot be
 * read is left out: its comparison says the same.
 */
export async function readDeclared(
  client: QueryClient,
  uuid: string,
  services: readonly ServiceToSubmit[],
  choices: Choices,
): Promise<ReasonedChange[]> {
  const { metadataChanges } = await import('@atrium/contract/service-api/functions/declaration-changes');
  const found: ReasonedChange[] = [];
  for (const service of services) {
    const { serviceId, serviceName } = service.diff.service;
    const files = metadataOf(service).slice(0, MOST_FILES);
    const lacks = files.length > 0 ? await readMissing(client, serviceId) : new Set<string>();
    const read = files.map(async (file) => {
      const contents = await readContents(client, uuid, serviceId, file).catch(() => undefined);
      if (!contents) return;
      const submitted = await submittedContent(choicesOf(choices, serviceId), file, contents);
      const { changes, secrets } = metadataChanges(contents.local, submitted);
      const missing = secrets.filter((name) => lacks.has(name));
      const path = itemNameOf(filePathOf(file));
      const reasons = [...changes, ...missing.map((name) => `needs the secret ${name}, which is not set`)];
      for (const reason of changes.length > 0 ? reasons : []) found.push({ serviceName, path, reason });
    });
    await Promise.all(read);
  }
  return found;
}

/** Content that a submit makes live; the server merges in the same way. */
async function submittedContent(
  choices: ServiceChoices,
  file: DiffFile,
  { base, local, remote }: FileContents,
): Promise<string | null> {
  const byHand = mergedOf(choices, file);
  if (byHand !== undefined) return byHand;
  if (!isMergedOnSubmit(choices, file) || local === null || remote === null) return remote;
  const { mergeFavouring } = await import('@atrium/diff/favour');
  return mergeFavouring(favouredOf(choices, file), base, local, remote);
}

/** Answers `has` for secrets that are not set; of a service that does not say, none is missing. */
async function readMissing(client: QueryClient, serviceId: string): Promise<Pick<Set<string>, 'has'>> {
  try {
    const query = endpointQuery(listValues, {}, { base: serviceUri(serviceId) });
    const { content } = await client.fetchQuery(query);
    const set = new Set(
      content.filter(({ kind, isSet }) => kind === 'secret' && isSet).map(({ name }) => name),
    );
    return { has: (name) => !set.has(name) };
  } catch {
    return new Set();
  }
}

function metadataOf({ outcome }: ServiceToSubmit): DiffFile[] {
  const { taken, added, moved, merged, deleted } = outcome;
  return [taken, added, moved, merged, deleted].flat().filter((file) => {
    return isMetaFile(file.name) && /^functions(?:\/|$)/.test(file.folderPath);
  });
}
