import { formatUnits } from '@atrium/contract/format-scale';
import { Measure } from '@atrium/contract/pricing/measure';
import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { rehearsePriceRule } from '@atrium/contract/pricing/price-rehearsal';
import {
  type PlannedPrice,
  type PriceRule,
  SavePriceRule,
  SUBJECT_CHANGES_TODAY,
  savePriceRule,
  searchPriceRules,
} from '@atrium/contract/pricing/price-rule';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { nameOfMeasure } from '../../lib/measure-names.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { isMoved, nameOf } from './planned-price.ts';
import { RehearsalResult } from './RehearsalResult.tsx';

type Change = z.input<typeof rehearsePriceRule.body>;

/** Long enough to type the next digit. */
const STILL_MS = 500;

/** Recalculates each customer's last invoice with the price of the form, once the form is valid. */
function PriceImpact({ change }: { change: Change | null }) {
  const typed = JSON.stringify(change);
  const settled = useSettled(typed, STILL_MS);
  const body = JSON.parse(settled) as Change | null;
  const rehearsal = useQuery({
    ...endpointQuery(rehearsePriceRule, { body: body as Change }),
    enabled: body !== null,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (change === null) {
    return (
      <p className="mt-5 border-t border-line pt-4 text-sm text-ink-soft">
        Once all fields are filled in, what the price changes for customers is shown here.
      </p>
    );
  }
  const isOld = typed !== settled || rehearsal.isPlaceholderData;
  return (
    <div aria-busy={isOld || undefined} className="aria-busy:opacity-60">
      <QueryPanel query={rehearsal} skeleton={<Skeleton label="Loading the impact" className="mt-5" />}>
        {(rehearsals) => <RehearsalResult rehearsals={rehearsals} changed="At this price" />}
      </QueryPanel>
    </div>
  );
}

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
  /** Rule to edit; creates one if omitted. */
  rule?: PriceRule;
  /** The planned price of the rule that is changed. */
  planned?: PlannedPrice | undefined;
  onClose: () => void;
}

export function PriceRuleDialog({ rule, planned, onClose }: PriceRuleDialogProps) {
  // Service, target, metric and measure can be changed only for a rule's first price.
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
  const typed = PriceRuleForm.safeParse(useWatch({ control: form.control }));
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
      result={<PriceImpact change={typed.success ? toBody(typed.data) : null} />}
    >
      {!isLater && (
        <>
          <TextField label="Service" required {...form.field('service')} />
          <TextField
            label="Target"
            required
            hint={`${ANY_TARGET} matches every target without its own price, except test runs.`}
            {...form.field('target')}
          />
          <TextField label="Metric" required {...form.field('metric')} />
          <Select
            label="Measure"
            options={Measure.options.map((value) => ({ value, label: `${nameOfMeasure(value)} (${value})` }))}
            {...form.field('measure')}
          />
        </>
      )}
      <TextField label="Cents" type="number" min={0} step="any" required {...form.field('cents')} />
      <TextField
        label="Units"
        required
        type="number"
        min={1}
        step={1}
        hint={typed.success ? formatUnits(typed.data.measure, typed.data.units) : undefined}
        {...form.field('units')}
      />
      <TextField
        label="Starts on"
        type="date"
        hint={
          typed.success && isMoved(rule, typed.data)
            ? SUBJECT_CHANGES_TODAY
            : 'Leave empty to start today. Earlier days keep the old price.'
        }
        {...form.field('startsOn')}
      />
    </FormDialog>
  );
}
