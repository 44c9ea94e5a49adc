import { paths } from '../paths.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

export function PageNotFound() {
  return (
    <div className="mx-auto max-w-xl py-10 text-center [&_header]:justify-center">
      <title>Page not found · Atrium</title>
      <PageHeader title="Page not found" />
      <p>The page you are looking for cannot be found.</p>
      <p className="mt-6">
        <AppLink href={paths.landing()}>Go to the start page</AppLink>
      </p>
    </div>
  );
}
