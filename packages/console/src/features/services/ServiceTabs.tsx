import type { Service } from '@atrium/contract/services/service';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { useAddressed } from '../../layout/use-addressed.ts';
import { paths } from '../../paths.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { UsageOfService } from '../billing/public.ts';
import { ProtectionCard, VersionsCard } from '../configuration/public.ts';
import { EntriesTab } from '../entries/public.ts';
import { CollectionsCard } from './collections/CollectionsCard.tsx';
import { FilesCard } from './files/FilesCard.tsx';
import { FunctionsCard } from './functions/FunctionsCard.tsx';
import { functionCountsQuery } from './functions/function.queries.ts';
import { LogCard } from './functions/LogCard.tsx';
import { ServiceHead } from './head/ServiceHead.tsx';
import { useItemFolders } from './items/use-item-folders.ts';
import { ProofsCard } from './proof/ProofsCard.tsx';
import { RulesCard } from './rules/RulesCard.tsx';
import { TriggersCard } from './triggers/TriggersCard.tsx';
import { hasSharedStore } from './values/value.queries.ts';

const ENTRIES = 'entries';
const QueueTab = lazyPart(async () => (await import('./background/QueueTab.tsx')).QueueTab);
const MailsTab = lazyPart(async () => (await import('./mails/MailsTab.tsx')).MailsTab);
const ValuesTab = lazyPart(async () => (await import('./values/ValuesTab.tsx')).ValuesTab);

interface ServiceTabsProps {
  service: Service;
  /** Collection whose entries are shown. */
  collection?: string | undefined;
}

/** The parts of a service, each with an address of its own. */
export function ServiceTabs({ service, collection }: ServiceTabsProps) {
  const serviceId = service.id;
  const [tab, setTab] = useAddressed('tab');
  const router = useRouter();
  const auth = useAuth();
  const mayCall = mayDo(auth, 'functions.invoke');
  const mayTest = mayDo(auth, 'tests.read');
  const counts = useQuery({ ...functionCountsQuery(serviceId), enabled: mayCall });
  // A service without a log of calls refuses the request for counts.
  const hasLog = counts.data !== null;
  const { hasFunctions, hasRules, hasCollections } = useItemFolders(serviceId);
  const hasValues = hasSharedStore(serviceId) && hasFunctions;
  const hrefOf = (one: string) => paths.service(serviceId, { function: one });
  const all: [isThere: boolean, value: string, label: string, content: ReactNode][] = [
    [
      serviceId === SHIPPED_SERVICES.content.id && mayDo(auth, 'content.read'),
      ENTRIES,
      'Entries',
      <Lazy key="e" label="Loading the entries" lines={12}>
        <EntriesTab serviceId={serviceId} collection={collection} />
      </Lazy>,
    ],
    [hasCollections, 'collections', 'Collections', <CollectionsCard key="c" serviceId={serviceId} />],
    [hasFunctions || hasLog, 'functions', 'Functions', <FunctionsCard key="f" serviceId={serviceId} />],
    [hasFunctions, 'triggers', 'Triggers', <TriggersCard key="t" serviceId={serviceId} />],
    [hasRules, 'rules', 'Rules', <RulesCard key="r" serviceId={serviceId} />],
    [
      hasValues && mayCall,
      'queue',
      'Queue',
      <Lazy key="q" label="Loading the queue">
        <QueueTab serviceId={serviceId} />
      </Lazy>,
    ],
    [
      hasValues && mayDo(auth, 'audit.read'),
      'mails',
      'Mails',
      <Lazy key="m" label="Loading the mails">
        <MailsTab serviceId={serviceId} />
      </Lazy>,
    ],
    [
      hasValues,
      'secrets',
      'Secrets & variables',
      <Lazy key="s" label="Loading secrets and variables">
        <ValuesTab serviceId={serviceId} />
      </Lazy>,
    ],
    [true, 'files', 'Files', <FilesCard key="fi" serviceId={serviceId} />],
    [mayTest, 'proof', 'Proof', <ProofsCard key="p" serviceId={serviceId} />],
    [true, 'versions', 'Versions', <Versions key="v" service={service} />],
    [hasLog && mayCall, 'logs', 'Logs', <LogCard key="l" serviceId={serviceId} hrefOf={hrefOf} />],
    [
      true,
      'usage',
      'Usage',
      <Lazy key="u" label="Loading the usage">
        <UsageOfService serviceId={serviceId} />
      </Lazy>,
    ],
  ];
  const tabs = all
    .filter(([isThere]) => isThere)
    .map(([, value, label, content]) => ({ value, label, content }));
  const wanted = collection === undefined ? tab : ENTRIES;
  const shown = tabs.find(({ value }) => value === wanted)?.value ?? tabs[0]?.value ?? 'files';
  function handleChange(next: string) {
    if (collection === undefined) return setTab(next);
    // The address of a collection is one of its entries.
    return void router.navigate({ href: paths.service(serviceId, { tab: next }), replace: true });
  }
  return (
    <>
      <ServiceHead service={service} isShort={shown === ENTRIES} />
      <Tabs label={`Parts of ${service.name}`} value={shown} onChange={handleChange} tabs={tabs} />
    </>
  );
}

interface LazyProps {
  label: string;
  lines?: number;
  children: ReactNode;
}

/** Tab whose program is loaded when it is opened. */
function Lazy({ label, lines = 8, children }: LazyProps) {
  return <Suspense fallback={<Skeleton lines={lines} label={label} />}>{children}</Suspense>;
}

function Versions({ service }: { service: Service }) {
  return (
    <div className="flex flex-col gap-5">
      <VersionsCard service={service} />
      <ProtectionCard service={service} />
    </div>
  );
}
