import {
  type Automation,
  addHostWebhook,
  type ConnectionEvent,
  createWebhookSecret,
  type GitHostKind,
  getAutomation,
  type OnPush,
  updateAutomation,
} from '@atrium/contract/connections/automation';
import type { ConnectionState } from '@atrium/contract/connections/git-state';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextToKeep } from '../../../ui/TextToKeep.tsx';
import { ForkTest } from './ForkTest.tsx';
import { ToGitSection } from './ToGitSection.tsx';

const READ_EVERY_MS = 10_000;

const ON_PUSH: readonly { value: OnPush; label: string; hint: string }[] = [
  { value: 'NOTHING', label: 'Nothing', hint: 'The state shows that git has changes.' },
  {
    value: 'PREPARE',
    label: 'Prepare',
    hint: 'A pull waits to be reviewed, with everything merged that merges cleanly.',
  },
  { value: 'TEST', label: 'Test', hint: 'The same, and all tests run with it.' },
  {
    value: 'LIVE',
    label: 'Go live',
    hint: 'If only git has changes, nothing needs an approval and all tests pass; else it waits. Needs the permission to require tests.',
  },
];

const HOSTS: Record<GitHostKind, string> = {
  GITHUB: 'GitHub',
  GITLAB: 'GitLab',
  GITEA: 'Gitea or Forgejo',
  BITBUCKET: 'Bitbucket',
};

interface ConnectionAutomationProps {
  connectionId: string;
  gitUrl: string;
  /** Whether it has a token that a host's API accepts. */
  hasToken: boolean;
}

interface AutomationOfConnectionProps extends ConnectionAutomationProps {
  /** Username of the person who connected the repository. */
  owner: string;
  state: ConnectionState | undefined;
}

/** Actions of a push to the branch and of a change made here, reports to the git host, the webhook, and the latest events. */
export function ConnectionAutomation({
  connectionId,
  gitUrl,
  hasToken,
  owner,
  state,
}: AutomationOfConnectionProps) {
  const automation = useQuery({
    ...endpointQuery(getAutomation, { params: { id: connectionId } }),
    refetchInterval: READ_EVERY_MS,
  });
  return (
    <QueryPanel query={automation} skeleton={<Skeleton lines={6} label="Loading the automation" />}>
      {(found) => (
        <>
          <OnPushSection connectionId={connectionId} onPush={found.onPush} owner={owner} />
          <ToGitSection
            connectionId={connectionId}
            hasToken={hasToken}
            automation={found}
            owner={owner}
            state={state}
          />
          <ReportSection connectionId={connectionId} hasToken={hasToken} automation={found} />
          <WebhookSection connectionId={connectionId} automation={found} />
          <EventsSection connectionId={connectionId} gitUrl={gitUrl} automation={found} />
        </>
      )}
    </QueryPanel>
  );
}

type AutomationChange = Pick<EndpointRequest<typeof updateAutomation>['body'], 'onPush' | 'reportTo'>;

/** Saves a choice, which is shown until the automation has been read with it. */
function useAutomationChange(connectionId: string) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<AutomationChange>();
  const changing = useChange({
    // Serialized, because arrow keys choose each option that they pass.
    scope: { id: `automation ${connectionId}` },
    mutationFn: (body: AutomationChange) => call(updateAutomation, { params: { id: connectionId }, body }),
    onSuccess: () => readAgain(client, [getAutomation]),
    onSettled: (_data, _error, body) => setWanted((latest) => (latest === body ? undefined : latest)),
  });
  function save(body: AutomationChange) {
    setWanted(body);
    changing.mutate(body);
  }
  return { wanted, save, error: changing.error, reset: changing.reset };
}

interface OnPushSectionProps {
  connectionId: string;
  onPush: OnPush;
  owner: string;
}

function OnPushSection({ connectionId, onPush, owner }: OnPushSectionProps) {
  const { wanted, save, error, reset } = useAutomationChange(connectionId);
  const [isAsking, setAsking] = useState(false);
  const refusal = useRefusal(updateAutomation);
  return (
    <fieldset disabled={refusal !== undefined}>
      <RadioGroup
        legend="On a push"
        options={ON_PUSH}
        value={wanted?.onPush ?? onPush}
        onChange={(chosen) => (chosen === 'LIVE' ? setAsking(true) : save({ onPush: chosen }))}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title="Go live on a push?"
        confirmLabel="Go live"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          save({ onPush: 'LIVE' });
        }}
      >
        {`A push goes live without a review if only git has changes and all tests pass. It acts as ${owner}, who connected the repository.`}
      </ConfirmDialog>
      <ErrorDialog title="The action on a push was not changed" error={error} onClose={reset} />
    </fieldset>
  );
}

function ReportSection({
  connectionId,
  hasToken,
  automation: { reportTo, knownHost },
}: Omit<ConnectionAutomationProps, 'gitUrl'> & { automation: Automation }) {
  const { wanted, save, error, reset } = useAutomationChange(connectionId);
  const offered = Object.entries(HOSTS).filter(([kind]) => knownHost === null || kind === knownHost);
  return (
    <section>
      <Select
        label="Report results to"
        hint={
          hasToken
            ? 'Pushed commits get a status. Pull requests into the branch are tested, and get a status and one comment. The token needs the permission for both.'
            : 'A deploy key cannot report. Connect the repository with an access token instead.'
        }
        disabled={!hasToken}
        placeholder="No one"
        options={offered.map(([value, label]) => ({ value, label }))}
        value={(wanted ? wanted.reportTo : reportTo) ?? ''}
        onChange={({ target }) =>
          save({ reportTo: target.value === '' ? null : (target.value as GitHostKind) })
        }
      />
      <ErrorDialog title="The host for reports was not changed" error={error} onClose={reset} />
    </section>
  );
}

function WebhookSection({ connectionId, automation }: { connectionId: string; automation: Automation }) {
  const { webhookHost, webhookUrl, receivedOn, refusedOn } = automation;
  const client = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const adding = useChange({
    mutationFn: () => call(addHostWebhook, { params: { id: connectionId } }),
    onSuccess: async () => {
      // The host has the secret now.
      setSecret(undefined);
      await readAgain(client, [getAutomation]);
    },
  });
  const creating = useChange({
    mutationFn: () => call(createWebhookSecret, { params: { id: connectionId } }),
    onSuccess: async (made) => {
      setSecret(made.secret);
      // The host has the former secret.
      adding.reset();
      await readAgain(client, [getAutomation]);
    },
  });
  const [isAsking, setAsking] = useState(false);
  const refusal = useRefusal(createWebhookSecret);
  const addRefusal = useRefusal(addHostWebhook);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">Webhook</h3>
      {webhookUrl === null ? (
        <p className="text-sm text-ink-soft">
          Without a webhook the branch is read every 15 minutes. With one, at once.
        </p>
      ) : (
        <>
          <TextToKeep label="Address" text={webhookUrl} isLabelShown />
          <p className="text-sm text-ink-soft">
            {receivedOn === null ? 'No call yet.' : `Last call ${formatDateTime(receivedOn)}.`}
            {refusedOn !== null && ` A call with a wrong signature was refused ${formatDateTime(refusedOn)}.`}
          </p>
        </>
      )}
      {secret !== undefined && (
        <>
          <TextToKeep label="Secret" text={secret} isLabelShown />
          <p className="text-sm text-ink-soft">
            Enter both at the git host, for pushes and pull requests, as JSON. The secret is not shown again.
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {webhookHost !== null && (
          <Button size="small" isBusy={adding.isPending} refusal={addRefusal} onClick={() => adding.mutate()}>
            {`${receivedOn === null ? 'Add' : 'Update'} webhook at ${HOSTS[webhookHost]}`}
          </Button>
        )}
        <Button
          size="small"
          isBusy={creating.isPending}
          refusal={refusal}
          onClick={() => (webhookUrl === null ? creating.mutate() : setAsking(true))}
        >
          {webhookUrl === null ? 'Make a webhook' : 'Make a new secret'}
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {adding.isSuccess &&
          webhookHost !== null &&
          `${HOSTS[webhookHost]} reports pushes and pull requests from now on.`}
      </p>
      <ConfirmDialog
        isOpen={isAsking}
        title="Make a new secret?"
        confirmLabel="Make a new secret"
        isDangerous
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          creating.mutate();
        }}
      >
        The current secret stops working at once. Calls of the git host are refused until you enter the new
        secret there.
      </ConfirmDialog>
      <ErrorDialog title="The webhook was not added" error={adding.error} onClose={adding.reset} />
      <ErrorDialog title="The secret was not made" error={creating.error} onClose={creating.reset} />
    </section>
  );
}

function EventsSection({
  connectionId,
  gitUrl,
  automation: { events, reportTo },
}: Omit<ConnectionAutomationProps, 'hasToken'> & { automation: Automation }) {
  return (
    <section>
      <h3 className="font-semibold">Latest events</h3>
      {events.length === 0 && <p className="text-sm text-ink-soft">No events yet.</p>}
      <ul className="flex flex-col gap-2 text-sm">
        {events.map((event) => (
          <li key={event.id} className="wrap-anywhere">
            <EventText {...event} />
            {event.isTestable && (
              <ForkTest connectionId={connectionId} gitUrl={gitUrl} reportTo={reportTo} event={event} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function EventText({ createdOn, message, detail, pullId, requestUrl, isOpen }: ConnectionEvent) {
  return (
    <>
      <span className="text-ink-soft">{formatDateTime(createdOn)}</span> {message}
      {requestUrl !== null && (
        <>
          {' '}
          <a className="link" href={requestUrl} target="_blank" rel="noreferrer">
            Show the request
          </a>
        </>
      )}
      {(detail !== null || isOpen) && (
        <span className="block text-ink-soft">
          {detail ?? 'Under way.'}
          {pullId !== null && (
            <>
              {' '}
              <AppLink className="link" href={paths.gitPull({ uuid: pullId, step: 'diff', by: 'side' })}>
                Review
              </AppLink>
            </>
          )}
        </span>
      )}
    </>
  );
}
