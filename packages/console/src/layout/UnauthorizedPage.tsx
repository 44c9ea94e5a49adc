import { paths } from '../paths.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

export function UnauthorizedPage() {
  return (
    <div className="mx-auto max-w-xl py-10 text-center [&_header]:justify-center">
      <PageHeader title="Unauthorized" />
      <p>You are not authorized to view this page.</p>
      <p className="mt-6">
        <AppLink href={paths.dashboard()}>Go to the overview</AppLink>
      </p>
    </div>
  );
}
