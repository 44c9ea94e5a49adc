import { editFiles } from '@atrium/contract/configuration/edit';
import { useMemo } from 'react';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { CandidateTest, useFormCandidate } from '../../test-runs/public.ts';
import { MergedNotice } from '../items/MergedNotice.tsx';
import type { MetaItem } from '../items/meta-item.ts';
import { keepMerged, useItemOptions } from '../items/use-item-options.ts';
import { type Rebase, useRebase } from '../items/use-rebase.ts';
import { CollectionFields } from './CollectionFields.tsx';
import { collectionForm } from './collection-form.ts';
import {
  COLLECTION_LABELS,
  type CollectionValues,
  collectionPlaceOf,
  firstEntries,
  toCollectionFields,
  toCollectionValues,
} from './collection-values.ts';

interface CollectionDialogProps {
  serviceId: string;
  /** Collection to edit; creates one if omitted. */
  collection?: MetaItem | undefined;
  /** Names of existing collections. */
  taken: readonly string[];
  onClose: () => void;
}

/** A collection as a form; saved as a new version, as an edit of its text is. */
export function CollectionDialog(props: CollectionDialogProps) {
  const rebase = useRebase(props.serviceId, props.collection, toCollectionValues);
  return <CollectionForm key={rebase.merged?.count} {...props} rebase={rebase} />;
}

function CollectionForm({ rebase, ...props }: CollectionDialogProps & { rebase: Rebase<CollectionValues> }) {
  const { serviceId, collection, taken, onClose } = props;
  const schema = useMemo(() => collectionForm(collection ? [] : taken), [collection, taken]);
  const options = useItemOptions({
    serviceId,
    rebase,
    schema,
    placeOf: ({ name }) => collection?.place ?? collectionPlaceOf(name),
    toFields: toCollectionFields,
    filesBeside: ({ name }) => [firstEntries(name)],
    describe: ({ name }) => `${collection ? 'Edit' : 'Create'} the collection ${name}`,
    onClose,
  });
  const form = useEndpointForm(editFiles, options);
  const candidate = useFormCandidate(form, options);
  return (
    <FormDialog
      form={keepMerged(form, rebase)}
      size="large"
      title={collection ? `Edit collection ${collection.name}` : 'New collection'}
      description="Entries are validated against these fields. Changes take effect as soon as you save."
      isErrorInline
      result={<CandidateTest candidate={candidate} error={form.error} onTest={candidate.test} />}
      onClose={onClose}
    >
      <MergedNotice merged={rebase.merged} labels={COLLECTION_LABELS} />
      {!collection && (
        <TextField label="Name of the collection" required autoComplete="off" {...form.field('name')} />
      )}
      <TextField label={COLLECTION_LABELS.description} autoComplete="off" {...form.field('description')} />
      <CollectionFields form={form} />
      <Checkbox label={COLLECTION_LABELS.allowsOthers} {...form.field('allowsOthers')} />
      <TextField
        label="Message"
        hint="Describe what you changed and why. Shown in the version list."
        {...form.field('message')}
      />
    </FormDialog>
  );
}
