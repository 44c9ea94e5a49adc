import type { Api } from './api.ts';
import type { Files } from './git-repository.ts';

interface Metadata {
  version: number;
  folders: { name: string; files: { name: string; checksum: string }[] }[];
}

/** Everything that is live in a service, as it would be in a repository; without one folder. */
export async function exportAsFiles(api: Api, serviceId: string, without?: string): Promise<Files> {
  const files: Files = {};
  const { folders } = await api.must<Metadata>('GET', `/services/${serviceId}/export/metadata`);
  for (const folder of folders.filter(({ name }) => name !== without)) {
    for (const { name } of folder.files) {
      files[`${serviceId}/${folder.name}/${name}`] = await readLiveFile(
        api,
        serviceId,
        `${folder.name}/${name}`,
      );
    }
  }
  return files;
}

/** What is live of one file; `path` is folder and name. */
export async function readLiveFile(api: Api, serviceId: string, path: string): Promise<string> {
  const cut = path.lastIndexOf('/');
  const file = { folder: path.slice(0, cut), name: path.slice(cut + 1) };
  const source = `/services/${serviceId}/export/source/file`;
  return (await api.must<{ content: string }>('POST', source, file)).content;
}

/** An item of a service's configuration, as the export in one body has it. */
export interface LiveItem {
  name: string;
  folder?: string;
  entries?: unknown[];
  tags?: string[];
  disabled?: boolean;
  source?: string;
}

/** Everything that is live in a service as items, by collection. */
export async function exportBody(api: Api, serviceId: string): Promise<Record<string, LiveItem[]>> {
  const path = `/services/${serviceId}/export/body`;
  return (await api.must<{ body: Record<string, LiveItem[]> }>('GET', path)).body;
}

/** Live version of a service's configuration. */
export async function liveVersion(api: Api, serviceId: string): Promise<number> {
  return (await api.must<Metadata>('GET', `/services/${serviceId}/export/metadata`)).version;
}

/** Writes files of one folder without the console, as someone else would. */
export async function importFiles(
  api: Api,
  serviceId: string,
  folder: string,
  contents: Record<string, string>,
): Promise<void> {
  const files = Object.entries(contents).map(([name, content]) => ({ name, action: 'merge', content }));
  await api.must('POST', `/services/${serviceId}/import`, {
    baseVersion: await liveVersion(api, serviceId),
    message: 'Changed by somebody else',
    folders: [{ name: folder, files }],
  });
}

/** Calls a function as a customer's program would. */
export async function invoke(
  api: Api,
  path: string,
  input: unknown = {},
): Promise<{ status: number; body: unknown }> {
  const { status, body } = await api.call('POST', `/services/hyper-dispatch/invoke/${path}`, input);
  return { status, body };
}
