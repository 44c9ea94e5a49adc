import type { EditedFile } from '@atrium/contract/configuration/edit';
import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { printLiteralModule } from '@atrium/contract/service-api/files/literal';
import { editLiteralModule } from '@atrium/contract/service-api/files/literal-edit';
import { useQueryClient } from '@tanstack/react-query';
import type { DefaultValues } from 'react-hook-form';
import type { z } from 'zod';
import { readAfterNewVersion } from '../../configuration/public.ts';
import type { Fields } from './meta-item.ts';
import type { Rebase } from './use-rebase.ts';

/** Values that every form of an item has besides its own fields. */
export interface Described {
  /** Message of the version. */
  message: string;
}

interface ItemFormOptions<Values extends Described> {
  serviceId: string;
  rebase: Rebase<Values>;
  schema: z.ZodType<Values, Values>;
  /** Path of the item's file; for a new item, derived from the values. */
  placeOf: (values: Values) => FilePlace;
  /** Derives the fields of the file from the live ones. */
  toFields: (values: Values, before: Fields) => Fields;
  /** Files that a new item needs besides its metadata. */
  filesBeside?: (values: Values) => EditedFile[];
  /** Default message of the version. */
  describe: (values: Values) => string;
  onClose: () => void;
}

/**
 * Options of a form that writes a metadata file like a text edit: creates a version with a message and never
 * overwrites another user's change.
 */
export function useItemOptions<Values extends Described>(options: ItemFormOptions<Values>) {
  const { serviceId, rebase, schema, placeOf, toFields, filesBeside, describe, onClose } = options;
  const client = useQueryClient();
  const toContent = (values: Values) => {
    const { live } = rebase;
    return live
      ? editLiteralModule(live.file.content, toFields(values, live.fields))
      : printLiteralModule(toFields(values, {}));
  };
  return {
    schema,
    defaults: rebase.values as DefaultValues<Values>,
    params: { serviceId },
    /** Text of the metadata file that is saved. */
    toContent,
    toBody: (values: Values) => {
      const { live } = rebase;
      const file = { ...placeOf(values), content: toContent(values), checksum: live?.file.checksum ?? null };
      return {
        files: [file, ...(live ? [] : (filesBeside?.(values) ?? []))],
        message: values.message.trim() || describe(values),
      };
    },
    onSaved: () => readAfterNewVersion(client, [serviceId]),
    onDone: onClose,
    onError: (error: Error, values: Values) => rebase.onRefused(error, values, placeOf(values)),
  };
}

/** Marks values typed before a merge as unsaved, although the form starts with them. */
export function keepMerged<Form extends { hasUnsaved: () => boolean; isBusy: boolean }, Values>(
  form: Form,
  { merged }: Pick<Rebase<Values>, 'merged'>,
): Form {
  return merged ? { ...form, hasUnsaved: () => !form.isBusy || form.hasUnsaved() } : form;
}
