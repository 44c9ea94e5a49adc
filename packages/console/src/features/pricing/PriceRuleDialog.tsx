import { Measure } from '@atrium/contract/pricing/measure';
import {
  ANY_TARGET,
  type PriceRule,
  savePriceRule,
  searchPriceRules,
} from '@atrium/contract/pricing/price-rule';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { endpointKey } from '../../api/endpoint-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface PriceRuleDialogProps {
  /** The rule to change; a new one when left out. */
  rule?: PriceRule;
  onClose: () => void;
}

type Values = Record<'service' | 'target' | 'metric' | 'measure' | 'cents' | 'units' | 'startsOn', string>;

const empty: Values = {
  service: '',
  target: ANY_TARGET,
  metric: '',
  measure: 'COUNTER',
  cents: '',
  units: '',
  startsOn: '',
};

function valuesOf({ service, target, metric, measure, cents, units }: PriceRule): Values {
  return { service, target, metric, measure, cents, units: String(units), startsOn: '' };
}

/** The server decides what is right; its words show inline. */
export function PriceRuleDialog({ rule, onClose }: PriceRuleDialogProps) {
  const formId = useId();
  const client = useQueryClient();
  const form = useForm({ defaultValues: rule === undefined ? empty : valuesOf(rule) });
  const save = useMutation({
    mutationFn: ({ startsOn, ...values }: Values) =>
      call(savePriceRule, {
        body: {
          ...(rule && { id: rule.id }),
          ...values,
          measure: values.measure as Measure,
          ...(startsOn !== '' && { startsOn }),
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: endpointKey(searchPriceRules) });
      onClose();
    },
  });
  const errors = fieldErrors(save.error);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={rule === undefined ? 'New pricing' : 'Edit pricing'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}
        className="grid gap-4 sm:grid-cols-2"
      >
        {save.isError && <ErrorAlert error={save.error} className="sm:col-span-2" />}
        <TextField label="Service" error={errors['service']} {...form.register('service')} />
        <TextField
          label="Target"
          hint={`${ANY_TARGET} stands for every target without a price of its own.`}
          error={errors['target']}
          {...form.register('target')}
        />
        <TextField label="Metric" error={errors['metric']} {...form.register('metric')} />
        <Select
          label="Measure"
          options={Measure.options.map((value) => ({ value, label: value }))}
          error={errors['measure']}
          {...form.register('measure')}
        />
        <TextField
          label="Cents"
          type="number"
          min={0}
          step="any"
          error={errors['cents']}
          {...form.register('cents')}
        />
        <TextField
          label="Units"
          type="number"
          min={1}
          step={1}
          error={errors['units']}
          {...form.register('units')}
        />
        <TextField
          label="Starts on"
          type="date"
          hint="Today, if left empty. Days before keep their price."
          error={errors['startsOn']}
          {...form.register('startsOn')}
        />
      </form>
    </Dialog>
  );
}
