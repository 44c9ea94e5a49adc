import { isUncovered } from '../../../layout/candidate/is-uncovered.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';

interface TestedReturnLinkProps {
  /** Why nothing was restored. */
  error: unknown;
  serviceId: string | undefined;
}

/** A backup that is refused for want of a passed run: the list of versions makes the same files live, with a test before. */
export function TestedReturnLink({ error, serviceId }: TestedReturnLinkProps) {
  if (!isUncovered(error) || serviceId === undefined) return null;
  return (
    <p className="mt-3">
      <AppLink href={paths.service(serviceId, { tab: 'versions' })} className="link">
        Return to this version in the list of versions, and test it there
      </AppLink>
    </p>
  );
}
