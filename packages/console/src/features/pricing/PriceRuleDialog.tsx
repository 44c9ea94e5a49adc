import { Measure } from '@atrium/contract/pricing/measure';
import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { rehearsePriceRule } from '@atrium/contract/pricing/price-rehearsal';
import {
  type PlannedPrice,
  type PriceRule,
  SavePriceRule,
  savePriceRule,
  searchPriceRules,
} from '@atrium/contract/pricing/price-rule';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { nameOf } from './planned-price.ts';
import { RehearsalResult } from './RehearsalResult.tsx';

const PriceRuleForm = SavePriceRule.omit({ id: true, replaces: true }).extend({
  startsOn: z.iso.date().or(z.literal('')),
});
type Values = z.input<typeof PriceRuleForm>;

const empty: Values = {
  service: '',
  target: ANY_TARGET,
  metric: '',
  measure: 'COUNTER',
  cents: '',
  units: '',
  startsOn: '',
};

interface PriceRuleDialogProps {
  /** The rule to change; a new one when left out. */
  rule?: PriceRule;
  /** The planned price of the rule that is changed. */
  planned?: PlannedPrice | undefined;
  onClose: () => void;
}

export function PriceRuleDialog({ rule, planned, onClose }: PriceRuleDialogProps) {
  // Only what a rule asks from the start on has a service, target, metric and measure to change.
  const isLater = planned !== undefined && planned.startsOn !== rule?.startsOn;
  const toBody = ({ startsOn, ...values }: z.output<typeof PriceRuleForm>) => ({
    ...(rule && { id: rule.id }),
    ...values,
    ...(startsOn !== '' && { startsOn }),
    ...(planned && { replaces: planned.startsOn }),
  });
  const form = useEndpointForm(savePriceRule, {
    schema: PriceRuleForm,
    defaults: rule === undefined ? empty : { ...rule, ...planned, units: String((planned ?? rule).units) },
    toBody,
    invalidates: [searchPriceRules],
    onDone: onClose,
  });
  const rehearsal = useChange({
    mutationFn: (values: z.output<typeof PriceRuleForm>) => call(rehearsePriceRule, { body: toBody(values) }),
    onError: form.flagFields,
  });
  return (
    <FormDialog
      form={form}
      title={
        rule === undefined
          ? 'New pricing'
          : isLater
            ? `Edit planned pricing of ${nameOf(rule)}`
            : 'Edit pricing'
      }
      isErrorInline
      onClose={onClose}
      className="sm:grid-cols-2"
      actions={
        <Button
          className="mr-auto"
          isBusy={rehearsal.isPending}
          onClick={() =>
            form.check((values) => {
              form.dismissError();
              rehearsal.mutate(values);
            })
          }
        >
          Preview impact
        </Button>
      }
      result={
        rehearsal.error ? (
          <ErrorAlert error={rehearsal.error} className="mt-4" />
        ) : (
          rehearsal.data && <RehearsalResult rehearsals={rehearsal.data} />
        )
      }
    >
      {!isLater && (
        <>
          <TextField label="Service" {...form.field('service')} />
          <TextField
            label="Target"
            hint={`${ANY_TARGET} matches every target that has no price of its own.`}
            {...form.field('target')}
          />
          <TextField label="Metric" {...form.field('metric')} />
          <Select
            label="Measure"
            options={Measure.options.map((value) => ({ value, label: value }))}
            {...form.field('measure')}
          />
        </>
      )}
      <TextField label="Cents" type="number" min={0} step="any" {...form.field('cents')} />
      <TextField label="Units" type="number" min={1} step={1} {...form.field('units')} />
      <TextField
        label="Starts on"
        type="date"
        hint="Leave empty to start today. Earlier days keep the old price."
        {...form.field('startsOn')}
      />
    </FormDialog>
  );
}
