import { Suspense } from 'react';
import { ProtectionCard } from '../features/configuration/versions/ProtectionCard.tsx';
import { ReturnQuestion } from '../features/configuration/versions/ReturnQuestion.tsx';
import { VersionFileCompare } from '../features/configuration/versions/VersionFileCompare.tsx';
import { VersionsCard } from '../features/configuration/versions/VersionsCard.tsx';
import { ServicePage, type ServicePlace } from '../features/services/ServicePage.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

// The plot is fetched when it is asked for.
const UsageOfService = lazyPart(async () => (await import('./UsageWithLimits.tsx')).UsageOfService);

/** The page of a service; the versions of its configuration and its usage belong to other features. */
export function ServiceWithVersions(place: ServicePlace) {
  return (
    <ServicePage
      {...place}
      versions={(service) => (
        <div className="flex flex-col gap-5">
          <ProtectionCard service={service} />
          <VersionsCard service={service} />
        </div>
      )}
      fileReturn={({ service, version, liveVersion, files, onClose }) => (
        <ReturnQuestion
          service={service}
          version={version}
          liveVersion={liveVersion}
          gone={files}
          onClose={onClose}
        />
      )}
      fileChange={({ serviceId, file, versions, onClose }) => (
        <VersionFileCompare serviceId={serviceId} file={file} versions={versions} onClose={onClose} />
      )}
      usage={({ id }) => (
        <Suspense fallback={<Skeleton lines={8} label="Loading the usage" />}>
          <UsageOfService serviceId={id} />
        </Suspense>
      )}
    />
  );
}
