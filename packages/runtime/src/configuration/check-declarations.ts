import { type ConfigurationFile, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile } from '@atrium/contract/service-api/files/item-file-names';
import { LiteralError, parseLiteralModule } from '@atrium/contract/service-api/files/literal';
import type { PlainValue } from '@atrium/contract/service-api/files/plain-value';
import { DECLARATION_FIELDS, parseDeclaration } from '@atrium/contract/service-api/functions/declaration';
import { UnprocessableError } from '@atrium/host/errors';
import { Pauses } from '@atrium/host/event-loop';
import { FUNCTIONS_FOLDER } from './live-configuration.ts';

const DECLARES = new RegExp(`\\b(?:${DECLARATION_FIELDS.join('|')})\\b`);

/** Refuses an import because of a metadata file whose function declares what cannot be used. */
export async function checkDeclarations(files: Iterable<ConfigurationFile>): Promise<void> {
  const pauses = new Pauses();
  for (const file of files) {
    const path = filePathOf(file);
    if (!path.startsWith(`${FUNCTIONS_FOLDER}/`) || !isMetaFile(path) || !DECLARES.test(file.content))
      continue;
    const parsed = parseDeclaration(readFields(file.content));
    if (parsed && 'problem' in parsed) refuse(file, parsed.problem);
    if (pauses.isDue) await pauses.take();
  }
}

/** A file that is no literal declares nothing. */
function readFields(content: string): PlainValue | undefined {
  try {
    return parseLiteralModule(content);
  } catch (error) {
    if (error instanceof LiteralError) return undefined;
    throw error;
  }
}

function refuse(file: ConfigurationFile, reason: string): never {
  const { folderPath, name } = file;
  throw new UnprocessableError(`${filePathOf(file)}: ${reason}.`, {
    details: [{ folderPath, name, reason }],
  });
}
