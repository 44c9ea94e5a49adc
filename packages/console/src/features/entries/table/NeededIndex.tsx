import { editFiles } from '@atrium/contract/configuration/edit';
import { editLiteralModule } from '@atrium/contract/service-api/files/literal-edit';
import {
  type CollectionIndex,
  listIndexes,
  queryEntries,
} from '@atrium/contract/service-api/functions/content';
import { serviceUri } from '@atrium/contract/services/service';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { readAfterNewVersion } from '../../configuration/public.ts';
import { type CollectionFile, placeOfCollection } from '../entry.queries.ts';

interface NeededIndexProps {
  serviceId: string;
  collection: string;
  field: string;
  file: CollectionFile | undefined;
  /** The index, once the service knows it. */
  index: CollectionIndex | undefined;
}

/** Adds the index that a sort or a filter needs to the metadata file of the collection, and waits for it. */
export function NeededIndex({ serviceId, collection, field, file, index }: NeededIndexProps) {
  const client = useQueryClient();
  const refusal = useRefusal(editFiles);
  const { fields } = file ?? {};
  const given = Array.isArray(fields?.['indexes']) ? fields['indexes'] : [];
  const isReady = index?.isReady === true;
  const wasReady = useRef(isReady);
  useEffect(() => {
    if (isReady && !wasReady.current) void readAgain(client, [queryEntries], serviceUri(serviceId));
    wasReady.current = isReady;
  }, [isReady, client, serviceId]);
  const adding = useChange({
    mutationFn: async () => {
      if (!file || !fields) return;
      const content = editLiteralModule(file.file.content, { ...fields, indexes: [...given, field] });
      await call(editFiles, {
        params: { serviceId },
        body: {
          message: `Add an index on ${field} to ${collection}`,
          files: [{ ...placeOfCollection(collection), content, checksum: file.file.checksum }],
        },
      });
    },
    onSuccess: async () => {
      await readAfterNewVersion(client, [serviceId]);
      await readAgain(client, [listIndexes, queryEntries], serviceUri(serviceId));
    },
  });
  if (isReady) return null;
  if (index || given.includes(field)) return <span className="text-sm">The index is being built.</span>;
  if (!fields) return null;
  return (
    <>
      <Button size="small" refusal={refusal} isBusy={adding.isPending} onClick={() => adding.mutate()}>
        Add an index on {field}
      </Button>
      <ErrorDialog error={adding.error} title="Index not added" onClose={adding.reset} />
    </>
  );
}
