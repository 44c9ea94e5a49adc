import { PageHeader } from '../../ui/PageHeader.tsx';
import { TermsArticle } from './TermsArticle.tsx';

export function TermsPage() {
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Terms and Conditions" />
      <TermsArticle />
    </div>
  );
}
