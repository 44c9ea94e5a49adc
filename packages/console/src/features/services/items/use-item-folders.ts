import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { useQuery } from '@tanstack/react-query';
import { liveFilesQuery } from '../functions/function.queries.ts';

const { hyperDispatch, content } = SHIPPED_SERVICES;

/** Whether a service works with rules and collections: the shipped ones do, others where they have files of them. */
export function useItemFolders(serviceId: string): { hasRules: boolean; hasCollections: boolean } {
  const { data } = useQuery(liveFilesQuery(serviceId));
  const has = (folder: string) =>
    data?.files.some(({ folderPath }) => `${folderPath}/`.startsWith(`${folder}/`)) ?? false;
  return {
    hasRules: serviceId === hyperDispatch.id || has('rules'),
    hasCollections: serviceId === content.id || has('collections'),
  };
}
