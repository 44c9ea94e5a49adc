import type { Api } from './api.ts';
import type { Files } from './git-repository.ts';

interface Metadata {
  version: number;
  folders: { name: string; files: { name: string; checksum: string }[] }[];
}

/** Everything that is live in a service, as it would stand in a repository. */
export async function exportAsFiles(api: Api, serviceId: string): Promise<Files> {
  const files: Files = {};
  const { folders } = await api.must<Metadata>('GET', `/services/${serviceId}/export/metadata`);
  for (const folder of folders) {
    for (const { name } of folder.files) {
      const { content } = await api.must<{ content: string }>(
        'POST',
        `/services/${serviceId}/export/source/file`,
        {
          name,
          folder: folder.name,
        },
      );
      files[`${serviceId}/${folder.name}/${name}`] = content;
    }
  }
  return files;
}

/** Live version of a service's configuration. */
export async function liveVersion(api: Api, serviceId: string): Promise<number> {
  return (await api.must<Metadata>('GET', `/services/${serviceId}/export/metadata`)).version;
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
