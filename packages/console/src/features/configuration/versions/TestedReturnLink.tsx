import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';

interface TestedReturnLinkProps {
  /** Whether nothing was restored because a passed run is demanded. */
  isDemanded: boolean;
  serviceId: string | undefined;
}

/** A backup that is refused for want of a passed run: the list of versions makes the same files live, with a test before. */
export function TestedReturnLink({ isDemanded, serviceId }: TestedReturnLinkProps) {
  if (!isDemanded || serviceId === undefined) return null;
  return (
    <p className="mt-3">
      <AppLink href={paths.service(serviceId, { tab: 'versions' })} className="link">
        Return to this version in the list of versions, and test it there
      </AppLink>
    </p>
  );
}
