import type { ArticleMinimal } from '@atrium/contract/articles/article';
import { truncateText } from '../../lib/truncate-text.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';

/** A grid of cards, each of them one link to its article. */
export function ArticleCards({ articles }: { articles: readonly ArticleMinimal[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-3">
      {articles.map(({ id, title, description }) => (
        <li key={id}>
          <AppLink
            href={paths.article(id)}
            className="group block h-full rounded-panel border border-line bg-surface p-4 text-ink no-underline transition-colors hover:border-accent"
          >
            <h3 className="font-semibold text-accent underline decoration-1 underline-offset-3 group-hover:decoration-2">
              {title}
            </h3>
            <p className="mt-1 text-sm text-ink-soft">{truncateText(description)}</p>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
