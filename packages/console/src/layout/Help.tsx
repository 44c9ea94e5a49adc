import { paths } from '../paths.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { type HelpTopic, helpTopics } from './help-topics.ts';

/** Help sentence with a link to an article: for the description of a page, card or dialog. */
export function Help({ topic }: { topic: HelpTopic }) {
  const { text, article, about } = helpTopics[topic];
  return (
    <span data-help={topic}>
      {text}{' '}
      <AppLink href={paths.article(article)} className="link whitespace-nowrap max-sm:whitespace-normal">
        More about {about}
      </AppLink>
    </span>
  );
}
