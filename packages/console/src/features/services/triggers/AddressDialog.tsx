import { editFiles } from '@atrium/contract/configuration/edit';
import { HTTP_METHODS } from '@atrium/contract/service-api/functions/declaration';
import { useWatch } from 'react-hook-form';
import { type EndpointForm, useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { CandidateTest, useFormCandidate } from '../../test-runs/public.ts';
import { metadataPlaceOf } from '../functions/function-file.ts';
import { MergedNotice } from '../items/MergedNotice.tsx';
import type { MetaItem } from '../items/meta-item.ts';
import { keepMerged, useItemOptions } from '../items/use-item-options.ts';
import { type Rebase, useRebase } from '../items/use-rebase.ts';
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

interface AddressDialogProps {
  serviceId: string;
  name: string;
  /** Metadata of the function; undefined if it has none. */
  item: MetaItem | undefined;
  onClose: () => void;
}

/** Form for the address of a function; saved as a new version of its metadata. */
export function AddressDialog(props: AddressDialogProps) {
  const rebase = useRebase(props.serviceId, props.item, toAddressValues);
  return <AddressForm key={rebase.merged?.count} {...props} rebase={rebase} />;
}

function AddressForm({
  serviceId,
  name,
  item,
  rebase,
  onClose,
}: AddressDialogProps & { rebase: Rebase<AddressValues> }) {
  const options = useItemOptions({
    serviceId,
    rebase,
    schema: addressForm,
    placeOf: () => item?.place ?? metadataPlaceOf(name),
    toFields: toAddressFields,
    describe: ({ access, path }) =>
      access === NO_ADDRESS ? `Remove the address of ${name}` : `Call ${name} at ${path.trim()}`,
    onClose,
  });
  const form = useEndpointForm(editFiles, options);
  const candidate = useFormCandidate(form, options);
  return (
    <FormDialog
      form={keepMerged(form, rebase)}
      title={`Address of ${name}`}
      description="The function is called by requests to this address as soon as you save."
      isErrorInline
      result={<CandidateTest candidate={candidate} error={form.error} onTest={candidate.test} />}
      onClose={onClose}
    >
      <MergedNotice merged={rebase.merged} labels={ADDRESS_LABELS} />
      <AddressFields form={form} />
    </FormDialog>
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
              hint="Name of the secret with which the sender signs, such as STRIPE_WEBHOOK_SECRET"
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
      <TextField
        label="Message"
        hint="Describe what you changed and why. Shown in the version list."
        {...form.field('message')}
      />
    </>
  );
}
