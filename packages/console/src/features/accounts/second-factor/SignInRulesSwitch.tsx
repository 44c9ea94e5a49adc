import { changeSignInRules, getSignInRules, listFactors } from '@atrium/contract/accounts/second-factor';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { signInRulesQuery } from '../account.queries.ts';

/** Requires a second factor of every user in the domain. For its owner. */
export function SignInRulesSwitch() {
  const rules = useQuery(signInRulesQuery());
  const client = useQueryClient();
  const changing = useChange({
    mutationFn: (requiresSecondFactor: boolean) =>
      call(changeSignInRules, { body: { requiresSecondFactor } }),
    onSuccess: () => readAgain(client, [getSignInRules, listFactors]),
  });
  if (!rules.data) return null;
  return (
    <div className="border-t border-line px-4 py-3">
      <Switch
        label="Require a second factor of everyone in the domain"
        checked={changing.isPending ? changing.variables : rules.data.requiresSecondFactor}
        aria-describedby="sign-in-rules"
        onChange={({ target }) => changing.mutate(target.checked)}
      />
      <p id="sign-in-rules" className="text-sm text-ink-soft">
        People without one add one at their next sign-in. Access keys of machines are not affected.
      </p>
      <ErrorDialog title="The rule could not be changed" error={changing.error} onClose={changing.reset} />
    </div>
  );
}
