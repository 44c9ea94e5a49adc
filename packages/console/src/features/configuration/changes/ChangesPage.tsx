import type { ImportResult } from '@atrium/contract/configuration/import';
import type { Permission } from '@atrium/contract/permissions';
import { listServices } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useAuth } from '../../../api/session.ts';
import { Help } from '../../../layout/Help.tsx';
import { PageNotFound } from '../../../layout/PageNotFound.tsx';
import { UnauthorizedPage } from '../../../layout/UnauthorizedPage.tsx';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { OldVersionsCard } from '../../limits/public.ts';
import { ConnectionsPage } from '../connections/ConnectionsPage.tsx';
import { GitReturnPage } from '../connections/GitReturnPage.tsx';
import { ImportEverythingDialog } from '../import/ImportEverythingDialog.tsx';
import { ImportLog } from '../import/ImportLog.tsx';
import { UploadForm } from '../import/UploadForm.tsx';
import { ConnectionDetailsDialog } from '../pull/ConnectionDetailsDialog.tsx';
import { PullButton } from '../pull/PullButton.tsx';
import { PushForm } from '../push/PushForm.tsx';
import { BackupsDialog, VERSIONS } from '../versions/BackupsDialog.tsx';
import { ProtectionCard } from '../versions/ProtectionCard.tsx';
import { VersionsCard } from '../versions/VersionsCard.tsx';

interface Part {
  Content: ComponentType;
  permission?: Permission;
}

const parts: Record<string, Part> = {
  push: { Content: Push, permission: 'configuration.exchange' },
  upload: { Content: Upload, permission: 'configuration.write' },
  versions: { Content: Versions, permission: 'configuration.read' },
  connections: { Content: ConnectionsWithDetails, permission: 'configuration.read' },
  connect: { Content: GitReturnPage, permission: 'configuration.exchange' },
  log: { Content: Log },
};

/** Pages of the place Changes beside the pull wizard. */
export function ChangesPage() {
  const { tab = '' }: { tab?: string } = useParams({ strict: false });
  const auth = useAuth();
  const part = Object.hasOwn(parts, tab) ? parts[tab] : undefined;
  if (!part) return <PageNotFound />;
  return mayDo(auth, part.permission) ? <part.Content key={tab} /> : <UnauthorizedPage />;
}

function ConnectionsWithDetails() {
  return <ConnectionsPage Details={ConnectionDetailsDialog} Pull={PullButton} />;
}

function Push() {
  return (
    <>
      <PageHeader title="Push to git" />
      <Card>
        <PushForm />
      </Card>
    </>
  );
}

function Upload() {
  const [results, setResults] = useState<readonly ImportResult[] | null>(null);
  return (
    <>
      <PageHeader title="Upload a file" />
      <Card>
        <UploadForm onLoaded={setResults} />
      </Card>
      {results && <ImportEverythingDialog results={results} onClose={() => setResults(null)} />}
    </>
  );
}

/** Versions of each service, and the backups that imports made. */
function Versions() {
  const services = useQuery(endpointQuery(listServices, {}));
  const [serviceId, setServiceId] = useAddressed('service');
  const [openBackups, setOpenBackups] = useAddressed(VERSIONS);
  return (
    <>
      <PageHeader
        title="Versions"
        actions={<Button onClick={() => setOpenBackups('open')}>Import backups</Button>}
      />
      <QueryPanel query={services} skeleton={<Skeleton lines={8} label="Loading the services" />}>
        {({ services: all }) => (
          <Tabs
            label="Services"
            value={all.find(({ id }) => id === serviceId)?.id ?? all[0]?.id ?? ''}
            onChange={setServiceId}
            tabs={all.map((service) => ({
              value: service.id,
              label: service.name,
              content: (
                <div className="flex flex-col gap-5">
                  <VersionsCard service={service} />
                  <ProtectionCard service={service} />
                </div>
              ),
            }))}
          />
        )}
      </QueryPanel>
      <div className="mt-5">
        <OldVersionsCard />
      </div>
      {openBackups === 'open' && <BackupsDialog onClose={() => setOpenBackups(undefined)} />}
    </>
  );
}

function Log() {
  return (
    <>
      <PageHeader title="Import logs" description={<Help topic="logs" />} />
      <Card isFlush>
        <ImportLog address="log" />
      </Card>
    </>
  );
}
