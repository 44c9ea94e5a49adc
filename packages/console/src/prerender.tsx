import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static.browser';
import { App } from './App.tsx';
import { documentTitle } from './layout/page-change.ts';
import { queryClient } from './layout/WithQueries.tsx';
import { PUBLIC_ANSWERS_ID, type PublicAnswers, seedPublicAnswers } from './public-answers.ts';
import { createConsoleRouter } from './router.ts';

/** Draws the document of one page for visitors, of the same components that take it over in the browser. */
export async function drawDocument(template: string, path: string, answers: PublicAnswers): Promise<string> {
  queryClient().clear();
  seedPublicAnswers(queryClient(), answers);
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  // In one piece: parts that are sent later are moved to their place by inline scripts, which the policy forbids.
  const { prelude } = await prerender(<App router={router} />, { progressiveChunkSize: Infinity });
  const html = await new Response(prelude).text();
  const title = documentTitle(
    router.state.matches.findLast((match) => match.staticData.title)?.staticData.title,
  );
  // `<` would end the block early.
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c');
  return (
    template
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
      // The page shows without its scripts: they must not take the line from what shows.
      .replaceAll(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')
      .replace(
        '<div id="root"></div>',
        () =>
          `<div id="root" data-path="${path}">${html}</div>\n` +
          `    <script type="application/json" id="${PUBLIC_ANSWERS_ID}">${json}</script>`,
      )
  );
}
