import { useQuery } from '@tanstack/react-query';
import { useAuth } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ArticleCards } from './ArticleCards.tsx';
import { ArticleHtml } from './ArticleHtml.tsx';
import { landingArticleQuery } from './article.queries.ts';

/** The landing article, rendered on the server, and the cards it links to. */
export function LandingPage() {
  const { data, error, refetch } = useQuery(landingArticleQuery());
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} label="Loading …" />;
  return (
    <>
      <div className="py-4 sm:py-8">
        <h1 tabIndex={-1} className="max-w-3xl text-2xl font-semibold tracking-tight text-balance">
          {data.title}
        </h1>
        <p className="mt-3 max-w-2xl text-base text-ink-soft">{data.description}</p>
        <Entry />
      </div>
      <ArticleHtml html={data.html} />
      {data.articlesMinimal.length > 0 && (
        <section aria-labelledby="articles" className="mt-8">
          <h2 id="articles" className="mb-3 text-lg font-semibold">
            How it works
          </h2>
          <ArticleCards articles={data.articlesMinimal} />
        </section>
      )}
    </>
  );
}

/** Entry button: register for new visitors, sign in for users with an account, console for signed-in users. */
function Entry() {
  const { canNavigate } = useAuth();
  const links = canNavigate
    ? [{ label: 'Open the console', href: paths.dashboard() }]
    : [
        { label: 'Get started', href: paths.register() },
        { label: 'Sign in', href: paths.login() },
      ];
  return (
    <p className="mt-5 flex flex-wrap gap-3">
      {links.map(({ label, href }, index) => (
        <AppLink key={href} href={href} className={buttonClass(index === 0 ? 'primary' : undefined)}>
          {label}
        </AppLink>
      ))}
    </p>
  );
}
