import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { type EditedMetadata, MetadataDialog } from './MetadataDialog.tsx';
import {
  REACH_HINTS,
  REACH_LABELS,
  type ReachValues,
  reachForm,
  toReachFields,
  toReachValues,
} from './reach-values.ts';

/** Form for the hosts, secrets, variables and limits of a function. */
export function ReachDialog(props: EditedMetadata) {
  return (
    <MetadataDialog<ReachValues>
      {...props}
      title={`Hosts and secrets of ${props.name}`}
      description="The function gets these as soon as you save. Values are set under Secrets & variables."
      schema={reachForm}
      toValues={toReachValues}
      toFields={toReachFields}
      describe={() => `Change what ${props.name} reaches`}
      labels={REACH_LABELS}
    >
      {(form) => (
        <>
          <TextArea
            label={REACH_LABELS.fetch}
            hint="That fetch may reach, one in a line: api.stripe.com; * stands for one label, as in *.example.com"
            rows={2}
            isCode
            spellCheck={false}
            {...form.field('fetch')}
          />
          <TextArea
            label={REACH_LABELS.secrets}
            hint="Their names, one in a line, such as STRIPE_KEY"
            rows={2}
            isCode
            spellCheck={false}
            {...form.field('secrets')}
          />
          <TextArea
            label={REACH_LABELS.variables}
            hint="Their names, one in a line, such as SHOP_NAME"
            rows={2}
            isCode
            spellCheck={false}
            {...form.field('variables')}
          />
          <TextField
            label={REACH_LABELS.timeout}
            hint={REACH_HINTS.timeout}
            inputMode="numeric"
            autoComplete="off"
            {...form.field('timeout')}
          />
          <TextField
            label={REACH_LABELS.memory}
            hint={REACH_HINTS.memory}
            inputMode="numeric"
            autoComplete="off"
            {...form.field('memory')}
          />
        </>
      )}
    </MetadataDialog>
  );
}
