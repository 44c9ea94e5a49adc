import { ValueName } from '@atrium/contract/service-api/functions/declaration';
import { MAX_VALUE_LENGTH, ValueKind } from '@atrium/contract/service-api/functions/value-fields';
import { type FunctionValue, listValues, setValue } from '@atrium/contract/service-api/functions/values';
import { serviceUri } from '@atrium/contract/services/service';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';

const Text = z.string().max(MAX_VALUE_LENGTH, `Enter at most ${MAX_VALUE_LENGTH} characters.`);

const Values = z.object({
  kind: ValueKind,
  name: ValueName,
  value: Text,
  testValue: Text,
  removesTestValue: z.boolean(),
  keepsFormerSeconds: z.string(),
});

const KEEPING = [
  { value: '', label: 'Not at all' },
  { value: '3600', label: 'For an hour' },
  { value: '86400', label: 'For a day' },
  { value: '604800', label: 'For a week' },
  { value: '2592000', label: 'For 30 days' },
];

interface ValueDialogProps {
  serviceId: string;
  /** Value to change, or that functions declare; absent for a new one. */
  value?: FunctionValue;
  /** Existing values. A new one must not replace any of them, because nobody could restore it. */
  known: readonly FunctionValue[];
  onClose: () => void;
}

/** Sets, changes or rotates a secret or a variable. Values that were set before are never shown. */
export function ValueDialog({ serviceId, value, known, onClose }: ValueDialogProps) {
  const key = useRef<{ kind: ValueKind; name: string }>({ kind: 'secret', name: '' });
  const isSet = value?.isSet ?? false;
  const client = useQueryClient();
  const base = serviceUri(serviceId);
  const form = useEndpointForm(setValue, {
    schema: isSet
      ? Values
      : Values.refine(
          ({ value: text, testValue, removesTestValue }) =>
            text !== '' || testValue !== '' || removesTestValue,
          { path: ['value'], error: 'Enter a value.' },
        ).refine(
          ({ kind, name }) =>
            value !== undefined ||
            !known.some((each) => each.kind === kind && each.name === name && each.isSet),
          { path: ['name'], error: 'It is set already. Change it in the list.' },
        ),
    defaults: {
      kind: value?.kind ?? 'secret',
      name: value?.name ?? '',
      value: '',
      testValue: '',
      removesTestValue: false,
      keepsFormerSeconds: '',
    },
    toBody: ({ kind, name, value: text, testValue, removesTestValue, keepsFormerSeconds }) => {
      key.current = { kind, name };
      return {
        ...(text !== '' && { value: text }),
        ...(testValue !== '' ? { testValue } : removesTestValue && { testValue: null }),
        ...(text !== '' && keepsFormerSeconds !== '' && { keepsFormerSeconds: Number(keepsFormerSeconds) }),
      };
    },
    send: (body) => call(setValue, { params: key.current, body }, { base }),
    onSaved: () => readAgain(client, [listValues], base),
    onDone: onClose,
  });
  const kept = isSet ? 'Leave it empty to keep the value, which is never shown.' : undefined;
  return (
    <FormDialog
      form={form}
      title={value ? `${isSet ? 'Change' : 'Set'} ${value.name}` : 'Add a secret or variable'}
      description="Functions that declare the name get the value with their next call."
      onClose={onClose}
    >
      {!value && (
        <>
          <Select
            label="Kind"
            options={[
              { value: 'secret', label: 'Secret: hidden in logs' },
              { value: 'variable', label: 'Variable' },
            ]}
            {...form.field('kind')}
          />
          <TextField
            label="Name"
            required
            autoComplete="off"
            hint="As in the metadata of the function, such as STRIPE_KEY"
            {...form.field('name')}
          />
        </>
      )}
      <TextArea
        label="Value"
        rows={3}
        isCode
        autoComplete="off"
        spellCheck={false}
        hint={kept}
        {...form.field('value')}
      />
      {isSet && value?.kind === 'secret' && (
        <Select
          label="Accept signatures with the former value"
          options={KEEPING}
          hint="For a rotation: senders may still sign with it for a while."
          {...form.field('keepsFormerSeconds')}
        />
      )}
      <TextArea
        label="Value for tests"
        rows={2}
        isCode
        autoComplete="off"
        spellCheck={false}
        hint={
          value?.hasTestValue
            ? 'Leave it empty to keep the one that is set.'
            : 'Tests never get the value above.'
        }
        {...form.field('testValue')}
      />
      {value?.hasTestValue && (
        <Checkbox label="Remove the value for tests" {...form.field('removesTestValue')} />
      )}
    </FormDialog>
  );
}
