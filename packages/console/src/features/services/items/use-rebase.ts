import { errorDetails } from '@atrium/contract/api-error';
import type { editFiles } from '@atrium/contract/configuration/edit';
import { isNotFound } from '@atrium/contract/not-found';
import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import type { SourceFile } from '@atrium/contract/service-api/versions/export-files';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sourceQuery } from '../functions/function.queries.ts';
import type { Merged } from './MergedNotice.tsx';
import { mergeValues } from './merge-values.ts';
import { type Fields, type MetaItem, readFields } from './meta-item.ts';

interface LiveItem {
  file: SourceFile;
  fields: Fields;
}

/** Values of a form and the live file that they're based on. */
export interface Rebase<Values> {
  /** Undefined for an item that is not there yet. */
  live: LiveItem | undefined;
  values: Values;
  merged?: Merged<keyof Values & string>;
  onRefused: (error: Error, values: Values, place: FilePlace) => void;
}

/** Rebases a form onto the live file: after a refusal, its fields are merged with the saved ones. */
export function useRebase<Values extends object>(
  serviceId: string,
  item: MetaItem | undefined,
  toValues: (fields: Fields, item: MetaItem | undefined) => Values,
): Rebase<Values> {
  const client = useQueryClient();
  const [state, setState] = useState<Omit<Rebase<Values>, 'onRefused'> & { base: Values }>(() => {
    const values = toValues(item?.fields ?? {}, item);
    return { live: item && { file: item.file, fields: item.fields ?? {} }, values, base: values };
  });

  async function mergeWithLive(mine: Values, place: FilePlace) {
    const count = (state.merged?.count ?? 0) + 1;
    const file = await readLive(place);
    const fields = file && readFields(file.content);
    if (file === undefined || fields === undefined) {
      // A file with other content than plain values can't be shown in a form; the error is enough.
      if (file === undefined)
        setState({
          ...state,
          live: undefined,
          values: mine,
          merged: { taken: [], disputed: [], isGone: true, count },
        });
      return;
    }
    const theirs = { ...toValues(fields, item), ...('message' in mine && { message: mine.message }) };
    const { values, taken, disputed } = mergeValues(state.base, mine, theirs);
    setState({
      live: { file, fields },
      values,
      base: theirs,
      merged: { taken, disputed, isGone: false, count },
    });
  }

  async function readLive(place: FilePlace): Promise<SourceFile | undefined> {
    try {
      return await client.fetchQuery(sourceQuery(serviceId, place));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  return {
    ...state,
    onRefused: (error, values, place) => {
      // Without details the same edit is still running. If the file can't be read either, the error stays.
      if (errorDetails<typeof editFiles, 'conflict'>(error, 409))
        mergeWithLive(values, place).catch(() => undefined);
    },
  };
}
