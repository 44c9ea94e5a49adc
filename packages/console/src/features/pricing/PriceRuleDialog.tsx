import { endpointKey } from '@atrium/contract/endpoint-key';
import { Measure } from '@atrium/contract/pricing/measure';
import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import {
  type PlannedPrice,
  type PriceRule,
  rehearsePriceRule,
  savePriceRule,
  searchPriceRules,
} from '@atrium/contract/pricing/price-rule';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { nameOf } from './planned-price.ts';
import { RehearsalResult } from './RehearsalResult.tsx';
import { SaveDialog } from './SaveDialog.tsx';

interface PriceRuleDialogProps {
  /** The rule to change; a new one when left out. */
  rule?: PriceRule;
  /** The planned price of the rule that is changed. */
  planned?: PlannedPrice | undefined;
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

function valuesOf({ service, target, metric, measure, cents, units, startsOn }: PriceRule): Values {
  return { service, target, metric, measure, cents, units: String(units), startsOn };
}

/** The server decides what is right; its words show inline. */
export function PriceRuleDialog({ rule, planned, onClose }: PriceRuleDialogProps) {
  const client = useQueryClient();
  const form = useForm({ defaultValues: rule === undefined ? empty : valuesOf({ ...rule, ...planned }) });
  // Only what a rule asks from the start on has a service, target, metric and measure to change.
  const isLater = planned !== undefined && planned.startsOn !== rule?.startsOn;
  const toBody = ({ startsOn, ...values }: Values) => ({
    ...(rule && { id: rule.id }),
    ...values,
    measure: values.measure as Measure,
    ...(startsOn !== '' && { startsOn }),
    ...(planned && { replaces: planned.startsOn }),
  });
  const save = useChange({
    mutationFn: (values: Values) => call(savePriceRule, { body: toBody(values) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: endpointKey(searchPriceRules) });
      onClose();
    },
  });
  const rehearsal = useChange({
    mutationFn: (values: Values) => call(rehearsePriceRule, { body: toBody(values) }),
  });
  const error = save.error ?? rehearsal.error;
  const errors = fieldErrors(error);
  return (
    <SaveDialog
      title={
        rule === undefined
          ? 'New pricing'
          : isLater
            ? `Edit planned pricing of ${nameOf(rule)}`
            : 'Edit pricing'
      }
      error={error}
      isSaving={save.isPending}
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          rehearsal.reset();
          save.mutate(values);
        })(event)
      }
      onClose={onClose}
      className="sm:grid-cols-2"
      actions={
        <Button
          className="mr-auto"
          isBusy={rehearsal.isPending}
          onClick={() =>
            void form.handleSubmit((values) => {
              save.reset();
              rehearsal.mutate(values);
            })()
          }
        >
          Rehearse
        </Button>
      }
      result={rehearsal.data && <RehearsalResult rehearsals={rehearsal.data} />}
    >
      {!isLater && (
        <>
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
        </>
      )}
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
        hint="Leave empty to start today. Earlier days keep the old price."
        error={errors['startsOn']}
        {...form.register('startsOn')}
      />
    </SaveDialog>
  );
}
