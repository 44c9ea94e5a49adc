import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConfigurationFile } from '@atrium/contract/service-api/files/configuration-file';

/** The configuration that every new domain begins with: the files of `<service>/starter`. */
export function readStarterFiles(serviceId: string): ConfigurationFile[] {
  const root = fileURLToPath(new URL(`./${serviceId}/starter/`, import.meta.url));
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({
      folderPath: entry.parentPath
        .slice(root.length)
        .replaceAll(sep, '/')
        .replace(/^\/|\/$/g, ''),
      name: entry.name,
      content: readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    }));
}
