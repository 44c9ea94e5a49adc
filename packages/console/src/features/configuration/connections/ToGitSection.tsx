import {
  type Automation,
  getAutomation,
  type ToGit,
  updateAutomation,
} from '@atrium/contract/connections/automation';
import {
  type ConnectionState,
  listConnectionStates,
  type ServiceGitState,
} from '@atrium/contract/connections/git-state';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { formatQuantity } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';

interface ToGitSectionProps {
  connectionId: string;
  /** Whether it has a token that a host's API accepts. */
  hasToken: boolean;
  automation: Automation;
  /** Username of the person whose permissions a push has. */
  owner: string;
  state: ConnectionState | undefined;
}

/** Automatic pushes of changes made here. */
export function ToGitSection({ connectionId, hasToken, automation, owner, state }: ToGitSectionProps) {
  const { toGit, reportTo } = automation;
  const client = useQueryClient();
  const [asked, setAsked] = useState<ToGit>();
  const changing = useChange({
    mutationFn: (chosen: ToGit) =>
      call(updateAutomation, { params: { id: connectionId }, body: { toGit: chosen } }),
    onSuccess: () => readAgain(client, [getAutomation, listConnectionStates]),
    onSettled: () => setAsked(undefined),
  });
  const refusal = useRefusal(updateAutomation);
  const branch = state?.branch ?? 'main';
  const options: { value: ToGit; label: string; hint: string }[] = [
    { value: 'NEVER', label: 'Never', hint: 'The state shows that git lacks changes. You push them.' },
    {
      value: 'REQUEST',
      label: 'As a branch with a merge request',
      hint: `A commit per version on atrium/${branch}, and one request that stays open until it is merged.`,
    },
    {
      value: 'DIRECT',
      label: 'Directly',
      hint: `A commit per version on ${branch}. A conflict stops the service until you pull and merge.`,
    },
  ];
  const mayRequest = hasToken && reportTo !== null;
  return (
    <fieldset disabled={refusal !== undefined}>
      <RadioGroup
        legend="On a change made here"
        options={options.filter(({ value }) => value !== 'REQUEST' || mayRequest || toGit === 'REQUEST')}
        value={(changing.isPending && changing.variables) || toGit}
        onChange={(chosen) => (chosen === 'NEVER' ? changing.mutate(chosen) : setAsked(chosen))}
      />
      {!mayRequest && (
        <p className="mt-1 text-sm text-ink-soft">
          {hasToken
            ? 'To have merge requests opened, choose below to which git host results are reported.'
            : 'A deploy key cannot open merge requests. Connect the repository with an access token instead.'}
        </p>
      )}
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={
          asked === 'REQUEST' ? 'Push changes to a branch with a merge request?' : 'Push changes directly?'
        }
        confirmLabel="Push changes"
        isBusy={changing.isPending}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => asked !== undefined && changing.mutate(asked)}
      >
        <PushedAtOnce services={state?.services ?? []} />
        <p className="mt-2">{`Later versions are pushed too, as ${owner}, who connected the repository. Each commit has the author of its version.`}</p>
      </ConfirmDialog>
      <ErrorDialog
        title="The action on a change was not changed"
        error={changing.error}
        onClose={changing.reset}
      />
    </fieldset>
  );
}

/** The state lists no more versions of a service. */
const MAX_LISTED = 20;
const MAX_NAMED = 5;

function PushedAtOnce({ services }: { services: readonly ServiceGitState[] }) {
  const ahead = services.filter(({ isExchanged, versions }) => isExchanged && versions.length > 0);
  const behind = ahead.filter(({ filesBehind }) => filesBehind > 0);
  const unknown = services.filter(({ isExchanged, filesAhead }) => !isExchanged && filesAhead > 0);
  return (
    <>
      {ahead.length === 0 ? (
        <p>Git has all versions: nothing is pushed now.</p>
      ) : (
        <>
          <p>These versions are pushed now:</p>
          <ul className="list-disc pl-5">
            {ahead.map((service) => (
              <li key={service.serviceId}>{versionsOf(service)}</li>
            ))}
          </ul>
        </>
      )}
      {behind.length > 0 && (
        <p className="mt-2">{`Also changed in git: ${namesOf(behind)}. Those changes stay. A file that changed on both sides stops its service until you pull and merge.`}</p>
      )}
      {unknown.length > 0 && (
        <p className="mt-2">{`Never exchanged with this branch: ${namesOf(unknown)}. Changes are pushed after the first push or pull by hand.`}</p>
      )}
    </>
  );
}

function versionsOf({ serviceName, versions }: ServiceGitState): string {
  const count =
    versions.length < MAX_LISTED
      ? formatQuantity(versions.length, 'version')
      : `${MAX_LISTED} or more versions`;
  const named = versions
    .slice(0, MAX_NAMED)
    .map(({ version, message }) =>
      message === '' ? String(version) : `${version} (${message.split('\n')[0]})`,
    );
  const more = versions.length > MAX_NAMED ? ', …' : '';
  return `${serviceName}: ${count}: ${named.join(', ')}${more}`;
}

const namesOf = (services: readonly ServiceGitState[]) =>
  services.map(({ serviceName }) => serviceName).join(', ');
