import { fieldErrors } from '@atrium/contract/api-error';
import type { Endpoint, EndpointRequest, EndpointResponse } from '@atrium/contract/endpoint';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import {
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormRegisterReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import type { FormState } from '../ui/form-state.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './call.ts';
import { NotConfirmedError } from './identity-question.ts';
import { isOutcomeUnknown } from './is-outcome-unknown.ts';
import { readAgain } from './read-again.ts';
import { useChange } from './use-change.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

type Body<E extends Endpoint> = z.input<E['body']>;

interface FormOptions<E extends Endpoint, Values extends FieldValues, Checked> {
  /**
   * The schema of the endpoint's body, or one composed of its parts. Passed in and not read from the endpoint, because
   * only pages with a form should load schemas (`contract-plugin.ts`).
   */
  schema: z.ZodType<Checked, Values>;
  /** Omitted if the form keeps text typed before the program had loaded. */
  defaults?: DefaultValues<NoInfer<Values>>;
  /** Saved values, instead of `defaults`: fields that the user has not changed follow them. */
  current?: NoInfer<Values>;
  params?: z.input<E['params']>;
  /** Sends the body when `call` can't, as for the widget's session. */
  send?: (body: Body<E>) => Promise<EndpointResponse<E>>;
  /** Endpoints to refetch after a success, before `onDone`, and after an error with unknown outcome. */
  invalidates?: readonly Endpoint[];
  /** After each success, even if the form was closed in the meantime; awaited. */
  onSaved?: (answer: EndpointResponse<E>, values: Checked) => unknown;
  /** Last of all, if the form is still open. */
  onDone?: (answer: EndpointResponse<E>, values: Checked) => unknown;
  /** Resets to the defaults after a success. */
  clearsWhenSaved?: boolean;
  onError?: (error: Error, values: Checked) => void;
  /** A field is wrong, so nothing is sent. */
  onInvalid?: (values: Values) => unknown;
}

/** Required only if the fields are not the body itself; undefined sends nothing. */
type BodyOption<E extends Endpoint, Checked> =
  Checked extends Body<E> ? { toBody?: ToBody<E, Checked> } : { toBody: ToBody<E, Checked> };
type ToBody<E extends Endpoint, Checked> = (
  values: Checked,
) => Body<E> | undefined | Promise<Body<E> | undefined>;

export type FormField<Name extends string = string> = UseFormRegisterReturn<Name> & {
  error: string | undefined;
};

export interface EndpointForm<Values extends FieldValues, Checked> extends FormState {
  /** The props of a field of the kit: `<TextField label="City" {...form.field('city')} />`. */
  field: <Name extends FieldPath<Values>>(name: Name) => FormField<Name>;
  /** For a list of rows, each with fields: `useFieldArray({ control: form.control, name: 'rows' })`. */
  control: Control<Values, unknown, Checked>;
  /** Calls back with the values if they are valid, otherwise marks the fields; for a second button. */
  check: (onValid: (values: Checked) => void) => void;
}

/**
 * The one way to make a form: the contract checks the values before they are sent, the call is made once, and the fields
 * that the server refused are marked. `FormDialog` and `FormPage` show it.
 */
export function useEndpointForm<E extends Endpoint, Values extends FieldValues, Checked>(
  endpoint: E,
  options: FormOptions<E, Values, Checked> & BodyOption<E, Checked>,
): EndpointForm<Values, Checked> {
  const { schema, defaults, current, params, toBody, invalidates = [], onSaved, onDone } = options;
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const form = useForm<Values, unknown, Checked>({
    resolver: zodResolver(schema),
    ...(defaults && { defaultValues: defaults }),
    ...(current && { values: current, resetOptions: { keepDirtyValues: true, keepDirty: true } }),
  });
  const { formState, subscribe } = form;
  const isChanged = useRef(false);
  useEffect(
    () =>
      subscribe({
        formState: { isDirty: true },
        callback: ({ isDirty = false }) => {
          isChanged.current = isDirty;
        },
      }),
    [subscribe],
  );

  const sentValues = useRef<Values>(undefined);
  const isShown = useShown();

  const flagFields = (error: unknown) => {
    // In reverse, so that the first one keeps the focus.
    for (const [name, message] of Object.entries(fieldErrors(error)).toReversed()) {
      form.setError(name as FieldPath<Values>, { type: 'server', message }, { shouldFocus: true });
    }
  };
  const saving = useChange({
    mutationFn: async (values: Checked): Promise<{ answer: EndpointResponse<E> } | undefined> => {
      sentValues.current = structuredClone(form.getValues());
      const body = toBody ? await toBody(values) : (values as Body<E>);
      if (body === undefined) return undefined;
      if (options.send) return { answer: await options.send(body) };
      const request = { ...(params !== undefined && { params }), body } as EndpointRequest<E>;
      const idempotencyKey = endpoint.idempotent ? keyOf(body as object) : undefined;
      return { answer: await call(endpoint, request, { idempotencyKey }) };
    },
    onSuccess: async (sent, values) => {
      if (!sent) return;
      await onSaved?.(sent.answer, values);
      await readAgain(client, invalidates);
      // Values typed during the save are neither saved nor discarded.
      const isChangedSince = !isSame(form.getValues(), sentValues.current);
      if (!options.clearsWhenSaved)
        form.reset(sentValues.current, {
          keepValues: true,
          keepDirty: isChangedSince,
          // Otherwise a field that was saved once would never follow later changes by others.
          keepDirtyValues: false,
        });
      else if (!isChangedSince) form.reset();
    },
    onError: (error, values) => {
      if (!isShown.current && !(error instanceof NotConfirmedError))
        showToast(`Your entries could not be saved. ${error.message}`, 'error');
      flagFields(error);
      options.onError?.(error, values);
    },
  });
  const send = (values: Checked) =>
    // Skipped if the form was closed before the response: it may have been reopened.
    saving.mutate(values, { onSuccess: (sent, saved) => sent && onDone?.(sent.answer, saved) });
  const handle = (onValid: (values: Checked) => void) =>
    form.handleSubmit(onValid, () => {
      // The error was about values that have changed since.
      if (saving.error) dismissError();
      options.onInvalid?.(form.getValues());
    });
  const dismissError = () => {
    saving.reset();
    // The save may have succeeded. Don't refetch earlier: new data could unmount the form.
    if (isOutcomeUnknown(saving.error)) void readAgain(client, invalidates);
  };

  return {
    field: (name) => ({
      ...form.register(name),
      error: form.getFieldState(name, formState).error?.message,
    }),
    control: form.control,
    check: (onValid) => void handle(onValid)(),
    submit: (event) => void handle(send)(event),
    isBusy: saving.isPending,
    error: saving.error,
    dismissError,
    hasUnsaved: () => isChanged.current && !saving.isPending,
  };
}

/** Suppresses dialogs of the form after the user has left the page. */
function useShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
