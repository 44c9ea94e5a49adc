import { filesOfFolders, toFilePlace, toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { isMetaFile } from '@atrium/contract/service-api/files/item-file-names';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFiles, MAX_SOURCE_FILES } from '@atrium/contract/service-api/versions/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { toMetaItem } from './meta-item.ts';

/** Metadata files of a folder and its subfolders with their contents, of one version. */
export const itemsQuery = (serviceId: string, folder: string) => {
  const base = serviceUri(serviceId);
  const { queryKey } = endpointQuery(exportMetadata, { query: {} }, { base });
  return queryOptions({
    queryKey: [...queryKey, 'items', folder],
    queryFn: async ({ signal }) => {
      const { version, folders } = await call(exportMetadata, { query: {} }, { base, signal });
      const files = filesOfFolders(folders)
        .filter(({ folderPath }) => `${folderPath}/`.startsWith(`${folder}/`))
        .filter(({ name }) => isMetaFile(name))
        .map(toSourceFileBody);
      const pages = Array.from({ length: Math.ceil(files.length / MAX_SOURCE_FILES) }, (_, page) =>
        files.slice(page * MAX_SOURCE_FILES, (page + 1) * MAX_SOURCE_FILES),
      );
      const read = await Promise.all(
        pages.map((page) => call(exportSourceFiles, { body: { files: page, version } }, { base, signal })),
      );
      return read
        .flatMap((answer) => answer.files)
        .map((file) => toMetaItem(folder, toFilePlace(file), file));
    },
    staleTime: 0,
  });
};
