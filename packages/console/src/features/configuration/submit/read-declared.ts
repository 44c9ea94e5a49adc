import type { QueryClient } from '@tanstack/react-query';
import { type Choices, choicesOf, mergedOf, type ServiceChoices } from '../decisions/diff-choices.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import { favouredOf, isMergedOnSubmit } from '../decisions/submit-outcome.ts';
import { type FileContents, readContents } from '../differences/file-contents.ts';
import {
  declaredChanges,
  isFunctionMetadata,
  type MetadataChange,
  MOST_METADATA_FILES,
} from '../live-change/declared-changes.ts';
import type { ReasonedChange } from '../live-change/NamedList.tsx';
import type { ServiceToSubmit } from './service-submit.ts';

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
  const found: ReasonedChange[] = [];
  for (const service of services) {
    const { serviceId } = service.diff.service;
    const changeOf = async (file: DiffFile): Promise<MetadataChange[]> => {
      const contents = await readContents(client, uuid, serviceId, file).catch(() => undefined);
      if (!contents) return [];
      const after = await submittedContent(choicesOf(choices, serviceId), file, contents);
      return [{ folderPath: file.folderPath, name: file.name, before: contents.local, after }];
    };
    const files = metadataOf(service).slice(0, MOST_METADATA_FILES);
    const changes = (await Promise.all(files.map(changeOf))).flat();
    found.push(...(await declaredChanges(client, service.diff.service, changes)));
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

function metadataOf({ outcome }: ServiceToSubmit): DiffFile[] {
  const { taken, added, moved, merged, deleted } = outcome;
  return [taken, added, moved, merged, deleted].flat().filter(isFunctionMetadata);
}
