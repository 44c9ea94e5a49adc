import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { useQuery } from '@tanstack/react-query';
import { liveFilesQuery } from '../functions/function.queries.ts';

const { hyperDispatch, content } = SHIPPED_SERVICES;

interface ItemFolders {
  hasFunctions: boolean;
  hasRules: boolean;
  hasCollections: boolean;
}

/** Kinds of items in a service. Shipped services always have theirs; others need files of the kind. */
export function useItemFolders(serviceId: string): ItemFolders {
  const { data } = useQuery(liveFilesQuery(serviceId));
  const has = (folder: string) =>
    data?.files.some(({ folderPath }) => `${folderPath}/`.startsWith(`${folder}/`)) ?? false;
  return {
    hasFunctions: serviceId === hyperDispatch.id || has('functions'),
    hasRules: serviceId === hyperDispatch.id || has('rules'),
    hasCollections: serviceId === content.id || has('collections'),
  };
}
