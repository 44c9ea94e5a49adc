import { use, useEffect } from 'react';
import { paths } from '../paths.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { MissingPage } from './missing-page.ts';

export function PageNotFound() {
  const setMissing = use(MissingPage);
  useEffect(() => {
    setMissing(true);
    return () => setMissing(false);
  }, [setMissing]);
  return (
    <div className="mx-auto max-w-xl py-10 text-center [&_header]:justify-center">
      <PageHeader title="Page not found" />
      <p>The page you are looking for cannot be found.</p>
      <p className="mt-6">
        <AppLink href={paths.landing()}>Go to the start page</AppLink>
      </p>
    </div>
  );
}
