import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile, itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { serviceUri } from '@atrium/contract/services/service';
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { isWithin } from '../../../lib/folders.ts';
import { type Choices, choicesOf, mergedOf, type ServiceChoices } from '../decisions/diff-choices.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import { favouredOf, isMergedOnSubmit } from '../decisions/submit-outcome.ts';
import { type FileContents, readContents } from '../differences/file-contents.ts';
import type { ReasonedChange } from '../live-change/NamedList.tsx';
import type { ServiceToSubmit } from './service-submit.ts';

/** Maximum number of files per service that are read before a submit; changes in the others aren't listed. */
const MOST_FILES = 100;

/** Whether a submit changes metadata files of functions. */
export function declaresAnything(services: readonly ServiceToSubmit[]): boolean {
  return services.some((service) => metadataOf(service).length > 0);
}

/**
 * Lists the changes that a submit makes to declarations of functions, and the secrets that they need and are not set.
 * Unreadable files are omitted: their comparison shows the error.
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
    if (files.length === 0) continue;
    const known = await readSetSecrets(client, serviceId);
    const changesOf = async (file: DiffFile): Promise<ReasonedChange[]> => {
      const contents = await readContents(client, uuid, serviceId, file).catch(() => undefined);
      if (!contents) return [];
      const submitted = await submittedContent(choicesOf(choices, serviceId), file, contents);
      const { changes, secrets } = metadataChanges(contents.local, submitted);
      if (changes.length === 0) return [];
      const missing = secrets.filter((name) => known?.has(name) === false);
      const path = itemNameOf(filePathOf(file));
      const reasons = [...changes, ...missing.map((name) => `needs the secret ${name}, which is not set`)];
      return reasons.map((reason) => ({ serviceName, path, reason }));
    };
    found.push(...(await Promise.all(files.map(changesOf))).flat());
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

/** Names of the secrets that are set; undefined if the service cannot be asked. */
async function readSetSecrets(client: QueryClient, serviceId: string): Promise<Set<string> | undefined> {
  try {
    const query = endpointQuery(listValues, {}, { base: serviceUri(serviceId) });
    const { content } = await client.fetchQuery(query);
    return new Set(content.filter(({ kind, isSet }) => kind === 'secret' && isSet).map(({ name }) => name));
  } catch {
    return undefined;
  }
}

function metadataOf({ outcome }: ServiceToSubmit): DiffFile[] {
  const { taken, added, moved, merged, deleted } = outcome;
  return [taken, added, moved, merged, deleted].flat().filter((file) => {
    return isMetaFile(file.name) && isWithin(file.folderPath, 'functions');
  });
}
