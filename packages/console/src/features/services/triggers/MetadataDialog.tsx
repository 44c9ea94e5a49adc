import { editFiles } from '@atrium/contract/configuration/edit';
import { type ReactNode, useDeferredValue } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { type EndpointForm, useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import type { DialogSize } from '../../../ui/Dialog.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { DeclaredBySave } from '../../configuration/public.ts';
import { CandidateTest, useFormCandidate } from '../../test-runs/public.ts';
import { metadataPlaceOf } from '../functions/function-file.ts';
import { MergedNotice } from '../items/MergedNotice.tsx';
import type { Fields, MetaItem } from '../items/meta-item.ts';
import { type Described, keepMerged, useItemOptions } from '../items/use-item-options.ts';
import { type Rebase, useRebase } from '../items/use-rebase.ts';

/** Function whose metadata a form edits. */
export interface EditedMetadata {
  serviceId: string;
  name: string;
  /** Metadata of the function; undefined if it has none. */
  item: MetaItem | undefined;
  onClose: () => void;
}

interface MetadataDialogProps<Values extends Described> extends EditedMetadata {
  title: string;
  description: string;
  size?: DialogSize;
  schema: z.ZodType<Values, Values>;
  toValues: (fields: Fields) => Values;
  /** Keeps the fields that the form lacks. */
  toFields: (values: Values, before: Fields) => Fields;
  /** Default message of the version. */
  describe: (values: Values) => string;
  labels: Partial<Record<NoInfer<keyof Values & string>, string>>;
  /** Fields of the form. */
  children: (form: EndpointForm<Values, Values>) => ReactNode;
}

/**
 * Form for declarations of a function; saved as a new version of its metadata. Shows the text to be saved, and the changes
 * for callers and hosts.
 */
export function MetadataDialog<Values extends Described & FieldValues>(props: MetadataDialogProps<Values>) {
  const rebase = useRebase(props.serviceId, props.item, props.toValues);
  return <MetadataForm key={rebase.merged?.count} {...props} rebase={rebase} />;
}

function MetadataForm<Values extends Described & FieldValues>(
  props: MetadataDialogProps<Values> & { rebase: Rebase<Values> },
) {
  const { serviceId, name, item, rebase, schema, onClose } = props;
  const place = item?.place ?? metadataPlaceOf(name);
  const options = useItemOptions<Values>({
    serviceId,
    rebase,
    schema,
    placeOf: () => place,
    toFields: props.toFields,
    describe: props.describe,
    onClose,
  });
  // The type of `toBody` depends on the values, which are generic here.
  const form = useEndpointForm<typeof editFiles, Values, Values>(editFiles, options as never);
  const candidate = useFormCandidate(form, options);
  const values = useDeferredValue(useWatch({ control: form.control }) as Values);
  const content = schema.safeParse(values).success ? options.toContent(values) : undefined;
  const before = rebase.live?.file.content ?? null;
  return (
    <FormDialog
      form={keepMerged(form, rebase)}
      title={props.title}
      description={props.description}
      {...(props.size && { size: props.size })}
      isErrorInline
      result={<CandidateTest candidate={candidate} error={form.error} onTest={candidate.test} />}
      onClose={onClose}
    >
      <MergedNotice merged={rebase.merged} labels={props.labels} />
      {props.children(form)}
      <TextField
        label="Message"
        hint="Describe what you changed and why. Shown in the version list."
        {...form.field('message' as Parameters<typeof form.field>[0])}
      />
      {content !== undefined && content !== before && (
        <DeclaredBySave serviceId={serviceId} files={[{ ...place, before, after: content }]} />
      )}
      <Collapsible title="Preview of the metadata">
        {content === undefined ? (
          <p className="text-ink-soft">Some fields are missing or not valid yet.</p>
        ) : (
          <pre
            aria-label="Preview of the metadata"
            tabIndex={0}
            className="max-h-60 overflow-auto rounded-control border border-line bg-sunken p-3 font-mono text-sm"
          >
            {content}
          </pre>
        )}
      </Collapsible>
    </FormDialog>
  );
}
