import type { ArticleMinimal } from '@atrium/contract/articles/article';
import { truncateText } from '../../lib/truncate-text.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';

interface ArticleCardsProps {
  articles: readonly ArticleMinimal[];
  /** Level of the cards' headings. */
  level?: 2 | 3;
}

/** A grid of cards, each of them one link to its article. */
export function ArticleCards({ articles, level = 3 }: ArticleCardsProps) {
  const Heading = `h${level}` as 'h3';
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-3">
      {articles.map(({ id, title, description }) => (
        <li
          key={id}
          className="relative rounded-panel border border-line bg-surface p-4 transition-colors focus-within:border-accent hover:border-accent"
        >
          <Heading className="font-semibold">
            <AppLink
              href={paths.article(id)}
              className="link after:absolute after:inset-0 after:rounded-panel"
            >
              {title}
            </AppLink>
          </Heading>
          <p className="mt-1 text-sm text-ink-soft">{truncateText(description)}</p>
        </li>
      ))}
    </ul>
  );
}
