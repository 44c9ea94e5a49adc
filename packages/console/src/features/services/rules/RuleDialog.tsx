import { editFiles } from '@atrium/contract/configuration/edit';
import { useMemo } from 'react';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { CandidateTest, useFormCandidate } from '../../test-runs/public.ts';
import { MergedNotice } from '../items/MergedNotice.tsx';
import type { MetaItem } from '../items/meta-item.ts';
import { keepMerged, useItemOptions } from '../items/use-item-options.ts';
import { type Rebase, useRebase } from '../items/use-rebase.ts';
import { RuleFields } from './RuleFields.tsx';
import { ruleForm } from './rule-form.ts';
import { RULE_LABELS, type RuleValues, rulePlaceOf, toRuleFields, toRuleValues } from './rule-values.ts';

interface RuleDialogProps {
  serviceId: string;
  /** Rule to edit; creates one if omitted. */
  rule?: MetaItem | undefined;
  /** Names of existing rules. */
  taken: readonly string[];
  /** Undefined while they are not known. */
  functions: readonly string[] | undefined;
  onClose: () => void;
}

/** A rule as a form; saved as a new version, as an edit of its text is. */
export function RuleDialog(props: RuleDialogProps) {
  const rebase = useRebase(props.serviceId, props.rule, toRuleValues);
  return <RuleForm key={rebase.merged?.count} {...props} rebase={rebase} />;
}

function RuleForm({ rebase, ...props }: RuleDialogProps & { rebase: Rebase<RuleValues> }) {
  const { serviceId, rule, taken, functions, onClose } = props;
  const schema = useMemo(() => ruleForm(rule ? [] : taken, functions), [rule, taken, functions]);
  const options = useItemOptions({
    serviceId,
    rebase,
    schema,
    placeOf: ({ name }) => rule?.place ?? rulePlaceOf(name),
    toFields: toRuleFields,
    describe: ({ name }) => `${rule ? 'Edit' : 'Create'} the rule ${name}`,
    onClose,
  });
  const form = useEndpointForm(editFiles, options);
  const candidate = useFormCandidate(form, options);
  return (
    <FormDialog
      form={keepMerged(form, rebase)}
      title={rule ? `Edit rule ${rule.name}` : 'New rule'}
      description="A rule runs a function for each matching event. Changes take effect as soon as you save."
      isErrorInline
      result={<CandidateTest candidate={candidate} error={form.error} onTest={candidate.test} />}
      onClose={onClose}
    >
      <MergedNotice merged={rebase.merged} labels={RULE_LABELS} />
      <RuleFields form={form} functions={functions ?? []} isNew={!rule} />
    </FormDialog>
  );
}
