import type { ConfigurationItem } from '@atrium/contract/service-api/files/configuration-item';
import { itemToFiles } from '@atrium/contract/service-api/files/item-files';

/** Chooses the language that the text is in. */
export const ITEM_TEXT_NAME = 'item.js';

/** An item line by line, as its files have it, each below its name; null where there is none. */
export function itemText(collection: string, item: ConfigurationItem | null | undefined): string | null {
  if (!item) return null;
  const files = itemToFiles(collection, item);
  return files.map(({ name, content }) => `// ${name}\n${content}`).join('\n');
}
