import { editFiles } from '@atrium/contract/configuration/edit';
import {
  type FilePlace,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import {
  FUNCTIONS_FOLDER,
  isMetaFile,
  metaFileName,
  sourceFileNames,
} from '@atrium/contract/service-api/files/item-file-names';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRemove } from '../../../api/use-remove.ts';
import { DeclaredBySave, readAfterNewVersion } from '../../configuration/public.ts';
import { CandidateTest, isUncovered, useCandidate } from '../../test-runs/public.ts';
import { liveFilesQuery, sourceQuery } from '../functions/function.queries.ts';

interface DeleteItemOptions {
  serviceId: string;
  /** `functions/orders/create`. */
  path: string;
  /** `function orders/create`. */
  label: string;
  /** Consequence of the deletion. */
  warning: string;
  onRemoved?: () => void;
}

/**
 * Deletes the source and the metadata of an item as a new version, after a confirmation. Refused if another user has
 * changed them.
 */
export function useDeleteItem({ serviceId, path, label, warning, onRemoved }: DeleteItemOptions) {
  const client = useQueryClient();
  const { data } = useQuery(liveFilesQuery(serviceId));
  const wanted = [...sourceFileNames(path), metaFileName(path)].map((each) => filePathOf(filePlaceOf(each)));
  const files = data?.files.filter((file) => wanted.includes(filePathOf(file))) ?? [];
  const metadata = files.find(({ name }) => isMetaFile(name));
  const deleted = files.map(({ folderPath, name, checksum }) => ({
    folderPath,
    name,
    content: null,
    checksum,
  }));
  const candidate = useCandidate({ contents: () => JSON.stringify(deleted) });
  const removal = useRemove(editFiles, {
    request: { params: { serviceId }, body: { files: deleted, message: `Delete the ${label}` } },
    before: (error) => (
      <>
        {error === null && metadata && path.startsWith(`${FUNCTIONS_FOLDER}/`) && (
          <DeclaredByDeletion serviceId={serviceId} metadata={metadata} />
        )}
        {(error === null || isUncovered(error)) && (
          <CandidateTest
            candidate={candidate}
            error={error}
            onTest={() => candidate.test([{ kind: 'edit', serviceId, files: deleted }])}
          />
        )}
      </>
    ),
    invalidates: [],
    title: `Delete ${label.split(' ', 1)[0]}`,
    question: `Delete the ${label}? ${warning} It can be brought back from the backups.`,
    onRemoved: () => {
      onRemoved?.();
      void readAfterNewVersion(client, [serviceId]);
    },
  });
  // If the deletion was refused because of another user's change, the next attempt uses the live file.
  const dismissError = () => {
    removal.dismissError();
    void readAfterNewVersion(client, [serviceId]);
  };
  return { removal: { ...removal, dismissError }, isReady: files.length > 0 };
}

/** Declarations that end with a function. */
function DeclaredByDeletion({
  serviceId,
  metadata: { folderPath, name },
}: {
  serviceId: string;
  metadata: FilePlace;
}) {
  const source = useQuery(sourceQuery(serviceId, { folderPath, name }));
  if (!source.data) return null;
  const files = [{ folderPath, name, before: source.data.content, after: null }];
  return (
    <div className="mt-3">
      <DeclaredBySave serviceId={serviceId} files={files} />
    </div>
  );
}
