import type { EndpointForm } from '../../../api/use-endpoint-form.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { RULE_LABELS, type RuleValues } from './rule-values.ts';

interface RuleFieldsProps {
  form: EndpointForm<RuleValues, RuleValues>;
  /** Names of existing functions. */
  functions: readonly string[];
  isNew: boolean;
}

/** Most names of functions that are offered while one is typed. */
const OFFERED = 1000;

/** Form fields of a rule. */
export function RuleFields({ form, functions, isNew }: RuleFieldsProps) {
  return (
    <>
      {isNew && <TextField label="Name" required autoComplete="off" {...form.field('name')} />}
      <TextField label={RULE_LABELS.description} autoComplete="off" {...form.field('description')} />
      <TextField
        label={RULE_LABELS.event}
        hint="order.created, or a pattern: * matches one part, ** at the end any number"
        required
        autoComplete="off"
        {...form.field('event')}
      />
      <TextField
        label={RULE_LABELS.function}
        hint="Its input is the data sent with the event"
        required
        autoComplete="off"
        list="rule-functions"
        {...form.field('function')}
      />
      <datalist id="rule-functions">
        {functions.slice(0, OFFERED).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        label={RULE_LABELS.order}
        hint="Rules for the same event run from the lowest to the highest"
        inputMode="numeric"
        required
        {...form.field('order')}
      />
      <Checkbox label={RULE_LABELS.isEnabled} {...form.field('isEnabled')} />
      <TextField
        label="Message"
        hint="Describe what you changed and why. Shown in the version list."
        {...form.field('message')}
      />
    </>
  );
}
