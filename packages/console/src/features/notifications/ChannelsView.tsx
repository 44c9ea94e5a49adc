import { MAX_CHANNELS } from '@atrium/contract/notifications/reasons';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Webhook as WebhookIcon } from '../../ui/icons.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PanelBoundary } from '../../ui/PanelBoundary.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ChannelsCard } from './ChannelsCard.tsx';
import { DeliveriesCard } from './DeliveriesCard.tsx';
import { deliveryPollMs } from './delivery-poll.ts';
import { ReasonsCard } from './ReasonsCard.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { type ChannelScope, channelEndpoints } from './scopes.ts';

const ChannelDialog = lazyDialog(async () => (await import('./ChannelDialog.tsx')).ChannelDialog);

/** Channels of one scope, their reasons and their last deliveries. */
export function ChannelsView({ scope }: { scope: ChannelScope }) {
  const { list, add } = channelEndpoints[scope];
  const [step, setStep] = useState<'adding' | { secret: string } | null>(null);
  const query = useQuery({
    ...endpointQuery(list, {}),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => deliveryPollMs(data?.channels ?? []),
  });
  const refusal = useRefusal(add);
  const addButton = (
    <Button icon={<WebhookIcon aria-hidden size={16} />} refusal={refusal} onClick={() => setStep('adding')}>
      Add a channel
    </Button>
  );
  return (
    <QueryPanel query={query} skeleton={<Skeleton lines={8} label="Loading the notifications" />}>
      {({ channels, mailed }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {scope === 'domain' && (
            <p className="max-w-prose text-sm text-ink-soft">
              {mailed.length === 0 ? 'No one has chosen e-mail yet.' : `E-mail goes to ${mailed.join(', ')}.`}{' '}
              E-mails about invoices, budgets and payments go to everyone who may see the bills. Everyone
              chooses their own e-mail at{' '}
              <AppLink className="link" href={paths.notifications({ of: 'me' })}>
                Only me
              </AppLink>
              .
            </p>
          )}
          <PanelBoundary>
            <ReasonsCard scope={scope} channels={channels} addButton={addButton} />
          </PanelBoundary>
          <PanelBoundary>
            <ChannelsCard
              scope={scope}
              query={{ ...query, data: channels }}
              addButton={addButton}
              hasRoom={channels.filter(({ kind }) => kind !== 'EMAIL').length < MAX_CHANNELS}
            />
          </PanelBoundary>
          <PanelBoundary>
            <DeliveriesCard scope={scope} query={{ ...query, data: channels }} />
          </PanelBoundary>
          {step === 'adding' && (
            <Suspense fallback={null}>
              <ChannelDialog
                scope={scope}
                onAdded={(secret) => setStep(secret === null ? null : { secret })}
                onClose={() => setStep(null)}
              />
            </Suspense>
          )}
          {step !== null && step !== 'adding' && (
            <SecretDialog secret={step.secret} onClose={() => setStep(null)} />
          )}
        </div>
      )}
    </QueryPanel>
  );
}
