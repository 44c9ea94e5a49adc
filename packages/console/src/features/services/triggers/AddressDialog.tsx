import { HTTP_METHODS } from '@atrium/contract/service-api/functions/declaration';
import { useWatch } from 'react-hook-form';
import type { EndpointForm } from '../../../api/use-endpoint-form.ts';
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import {
  ACCESS_WORDS,
  ADDRESS_LABELS,
  type AddressValues,
  addressForm,
  NO_ADDRESS,
  SCHEME_WORDS,
  toAddressFields,
  toAddressValues,
} from './address-values.ts';
import { type EditedMetadata, MetadataDialog } from './MetadataDialog.tsx';

/** Form for the address of a function. */
export function AddressDialog(props: EditedMetadata) {
  return (
    <MetadataDialog<AddressValues>
      {...props}
      title={`Address of ${props.name}`}
      description="The function is called by requests to this address as soon as you save."
      schema={addressForm}
      toValues={toAddressValues}
      toFields={toAddressFields}
      describe={({ access, path }) =>
        access === NO_ADDRESS ? `Remove the address of ${props.name}` : `Call ${props.name} at ${path.trim()}`
      }
      labels={ADDRESS_LABELS}
    >
      {(form) => <AddressFields form={form} />}
    </MetadataDialog>
  );
}

const optionsOf = (words: ReadonlyMap<string, string>) =>
  [...words].map(([value, label]) => ({ value, label }));

function AddressFields({ form }: { form: EndpointForm<AddressValues, AddressValues> }) {
  const [access, scheme] = useWatch({ control: form.control, name: ['access', 'scheme'] });
  const accesses = [...optionsOf(ACCESS_WORDS), { value: NO_ADDRESS, label: 'No one: it has no address' }];
  return (
    <>
      <Select label={ADDRESS_LABELS.access} options={accesses} {...form.field('access')} />
      {access !== NO_ADDRESS && (
        <>
          <TextField
            label={ADDRESS_LABELS.path}
            hint="/hooks/stripe, or with parameters: /orders/{id}"
            required
            autoComplete="off"
            {...form.field('path')}
          />
          <CheckboxGroup
            legend={ADDRESS_LABELS.methods}
            options={HTTP_METHODS.map((method) => ({ value: method, label: method }))}
            {...form.field('methods')}
          />
          <TextArea
            label={ADDRESS_LABELS.cors}
            hint="Their origins, one in a line, such as https://shop.example; * for all"
            rows={2}
            spellCheck={false}
            {...form.field('cors')}
          />
          <Select
            label={ADDRESS_LABELS.scheme}
            placeholder="None is checked"
            options={optionsOf(SCHEME_WORDS)}
            {...form.field('scheme')}
          />
          {scheme !== '' && (
            <TextField
              label={ADDRESS_LABELS.secret}
              hint="With which the sender signs, such as STRIPE_WEBHOOK_SECRET. Its value is set under Secrets &amp; variables."
              required
              autoComplete="off"
              {...form.field('secret')}
            />
          )}
          {scheme === 'hmac' && (
            <>
              <TextField
                label={ADDRESS_LABELS.header}
                hint="Header with the signature, such as X-Signature"
                required
                autoComplete="off"
                {...form.field('header')}
              />
              <Select
                label={ADDRESS_LABELS.encoding}
                options={[
                  { value: 'hex', label: 'Hexadecimal' },
                  { value: 'base64', label: 'Base64' },
                ]}
                {...form.field('encoding')}
              />
            </>
          )}
        </>
      )}
    </>
  );
}
