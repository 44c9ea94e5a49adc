import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static.browser';
import { App } from './App.tsx';
import { documentTitle } from './layout/page-change.ts';
import { queryClient } from './layout/WithQueries.tsx';
import { type PublicData, seedPublicData } from './public-answers.ts';
import { createConsoleRouter } from './router.ts';

/** Draws one page for visitors at build time, of the same components that take it over in the browser. */
export async function prerenderPage(
  path: string,
  data: PublicData,
): Promise<{ html: string; title: string }> {
  queryClient().clear();
  seedPublicData(queryClient(), data);
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const { prelude } = await prerender(<App router={router} />);
  const title = router.state.matches.findLast((match) => match.staticData.title)?.staticData.title;
  return { html: await new Response(prelude).text(), title: documentTitle(title) };
}
