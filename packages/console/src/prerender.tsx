import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static.browser';
import { App } from './App.tsx';
import { drawAhead } from './api/session.ts';
import { OverviewOutline } from './features/dashboard/OverviewOutline.tsx';
import { outlines } from './layout/outlines.ts';
import { documentTitle } from './layout/page-change.ts';
import { queryClient } from './layout/WithQueries.tsx';
import { paths } from './paths.ts';
import { PUBLIC_RESPONSES_ID, type PublicResponses, seedPublicResponses } from './public-responses.ts';
import { createConsoleRouter } from './router.ts';

outlines.set(paths.dashboard(), <OverviewOutline />);

/** Matches the root including its error message for a page that stays empty, which prerendered pages don't need. */
const EMPTY_ROOT = /<div id="root">.*?<\/div>/s;

/** Input of a prerendered document. */
export interface Visit {
  path: string;
  answers: PublicResponses;
  /** Set for pages of signed-in users. Only a skeleton is rendered, because the user is unknown. */
  frame?: {
    /** Requests the session and the page's data immediately. */
    earlyScript: string;
    /** Page whose data that script requests; for others only the session. */
    page: 'overview' | 'any';
    /** Chunks that the page will need. */
    files: readonly string[];
  };
}

/** Draws the document of one page, of the same components that take it over in the browser. */
export async function drawDocument(template: string, { path, answers, frame }: Visit): Promise<string> {
  drawAhead({ isKnown: frame === undefined });
  queryClient().clear();
  seedPublicResponses(queryClient(), answers);
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  // In one piece: parts that are sent later are moved to their place by inline scripts, which the policy forbids.
  const { prelude } = await prerender(<App router={router} />, { progressiveChunkSize: Infinity });
  const html = await new Response(prelude).text();
  if (frame !== undefined) return toFrame(template, html, frame);
  const title = documentTitle(
    router.state.matches.findLast((match) => match.staticData.title)?.staticData.title,
  );
  // `<` would end the block early.
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c');
  return (
    template
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
      // The page is visible without its scripts: they must not compete with visible content for bandwidth.
      .replaceAll(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')
      .replace('</title>', () => ['</title>', ...firstPictures(html)].join('\n    '))
      .replace(
        EMPTY_ROOT,
        () =>
          `<div id="root" data-path="${path}">${html}</div>\n` +
          `    <script type="application/json" id="${PUBLIC_RESPONSES_ID}">${json}</script>`,
      )
  );
}

/** Skeleton shown until the page is rendered. Its files are compiled before the first of them runs. */
function toFrame(
  template: string,
  html: string,
  { earlyScript, page, files }: NonNullable<Visit['frame']>,
): string {
  const links = [
    `<script async fetchpriority="high" data-page="${page}" src="/console/${earlyScript}"></script>`,
    ...files.map((file) => `<link rel="modulepreload" crossorigin href="/console/${file}">`),
  ];
  return template
    .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
    .replace('<div id="root">', () => `<div id="root" data-frame>${html}`);
}

/** Preload links for the first image in each theme, so that the browser requests it before rendering. */
function firstPictures(html: string): string[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const [, phones, files, sizes, whole] =
      new RegExp(
        `<picture><source media="([^"]*)" srcset="([^"]*)" sizes="([^"]*)"[^>]*><img src="([^"]*)"[^>]*class="${theme}"`,
        'i',
      ).exec(html) ?? [];
    if (phones === undefined) return [];
    const themed = `media="(prefers-color-scheme: ${theme}) and`;
    return [
      `<link rel="preload" as="image" imagesrcset="${files}" imagesizes="${sizes}" ${themed} ${phones}" fetchpriority="high">`,
      `<link rel="preload" as="image" href="${whole}" ${themed} (not ${phones})" fetchpriority="high">`,
    ];
  });
}
