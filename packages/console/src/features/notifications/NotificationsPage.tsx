import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { Help } from '../../layout/Help.tsx';
import { useAddressed } from '../../layout/use-addressed.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ChannelsView } from './ChannelsView.tsx';

/** Channels of the domain and of the person alone, each with the reasons that notify it. */
export function NotificationsPage() {
  const auth = useAuth();
  const [of, setOf] = useAddressed('of');
  const mayReadDomain = mayDo(auth, 'tests.read');
  return (
    <>
      <PageHeader title="Notifications" description={<Help topic="notifications" />} />
      <Tabs
        label="Whose notifications"
        value={of === 'me' || !mayReadDomain ? 'own' : 'domain'}
        onChange={(scope) => setOf(scope === 'own' ? 'me' : undefined)}
        tabs={[
          ...(mayReadDomain
            ? [{ value: 'domain' as const, label: 'Domain', content: <ChannelsView scope="domain" /> }]
            : []),
          { value: 'own' as const, label: 'Only me', content: <ChannelsView scope="own" /> },
        ]}
      />
    </>
  );
}
