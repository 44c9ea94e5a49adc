import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ProvidersCard } from './ProvidersCard.tsx';

/** Identity providers for everyone, managed by administrators. */
export function PlatformProvidersPage() {
  return (
    <>
      <PageHeader title="Identity providers" />
      <p className="mb-4 text-ink-soft">
        Everyone sees a button for each provider on the sign-in page. New people get a domain of their own;
        existing accounts are never connected without their owner. Owners set up providers for their own
        domains on the page People.
      </p>
      <ProvidersCard scope="everyone" />
    </>
  );
}
