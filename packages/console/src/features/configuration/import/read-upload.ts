import { MAX_UPLOAD_BYTES } from '@atrium/contract/configuration/limits';
import { ItemCollections } from '@atrium/contract/service-api/configuration-item';
import { bodyProblem } from '@atrium/contract/service-api/item-files';

/** The file's text, if it is a body that the service can hold. */
export async function readUpload(file: File): Promise<string> {
  if (file.size > MAX_UPLOAD_BYTES) throw new Error('The file is too large.');
  const text = await file.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${file.name} is not valid JSON.`);
  }
  // What a service exports is wrapped with its version.
  const body = typeof value === 'object' && value !== null && 'body' in value ? value.body : value;
  // Items that are there twice are for the import dialog to choose from.
  const { error } = ItemCollections.safeParse(body);
  if (error) throw new Error(`${file.name}: ${bodyProblem(error)}`);
  return JSON.stringify(body);
}
