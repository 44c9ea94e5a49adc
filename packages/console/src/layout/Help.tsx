import { paths } from '../paths.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { type HelpTopic, helpTopics } from './help-topics.ts';

/** A sentence where the question comes up, and the article that says more: for the description of a page, card or dialog. */
export function Help({ topic }: { topic: HelpTopic }) {
  const { text, article, about } = helpTopics[topic];
  return (
    <span data-help={topic}>
      {text}{' '}
      <AppLink href={paths.article(article)} className="link">
        More about {about}
      </AppLink>
    </span>
  );
}
