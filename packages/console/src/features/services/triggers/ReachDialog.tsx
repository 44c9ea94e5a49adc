import { MAX_TIMEOUT_SECONDS, MEMORY_MIB } from '@atrium/contract/service-api/functions/declaration';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { type EditedMetadata, MetadataDialog } from './MetadataDialog.tsx';
import {
  REACH_AMOUNTS,
  REACH_LABELS,
  REACH_LISTS,
  type ReachValues,
  reachForm,
  toReachFields,
  toReachValues,
} from './reach-values.ts';

const HINTS = {
  fetch: 'That fetch may reach, one in a line: api.stripe.com; * stands for one label, as in *.example.com',
  secrets: 'Their names, one in a line, such as STRIPE_KEY',
  variables: 'Their names, one in a line, such as SHOP_NAME',
  timeout: `At most ${MAX_TIMEOUT_SECONDS}, in the background only; empty for 30`,
  memory: `${MEMORY_MIB.least} to ${MEMORY_MIB.most}; empty for ${MEMORY_MIB.least}`,
};

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
          {REACH_LISTS.map((list) => (
            <TextArea
              key={list}
              label={REACH_LABELS[list]}
              hint={HINTS[list]}
              rows={2}
              isCode
              spellCheck={false}
              {...form.field(list)}
            />
          ))}
          {REACH_AMOUNTS.map((amount) => (
            <TextField
              key={amount}
              label={REACH_LABELS[amount]}
              hint={HINTS[amount]}
              inputMode="numeric"
              autoComplete="off"
              {...form.field(amount)}
            />
          ))}
        </>
      )}
    </MetadataDialog>
  );
}
