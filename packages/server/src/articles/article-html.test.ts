import { expect, test } from 'vitest';
import type { Picture } from './article-files.ts';
import { renderArticle } from './article-html.ts';
import { createFindLinks } from './article-links.ts';
import { cleanHtml } from './clean-html.ts';

const targets = [
  { id: 'pull', title: 'Pull configuration', aliases: ['git pull', 'pull'] },
  { id: 'tests', title: 'Tests', aliases: ['C++ & co.'] },
];
const parts = {
  findLinks: createFindLinks(targets),
  cardOf: (code: string) => ({ id: code, title: `About <${code}>`, description: 'Short.' }),
  pictures: new Map(
    Object.entries({
      'drawing.svg': 640,
      'console.light.webp': 640,
      'console.dark.webp': 640,
      'two.light.webp': 640,
      'two.dark.webp': 640,
      'two.light.small.webp': 320,
      'two.dark.small.webp': 320,
      'two.light.sharp.webp': 640,
      'two.dark.sharp.webp': 640,
    }).map(([name, width]): [string, Picture] => [
      name,
      { content: Buffer.of(), mediaType: 'image/svg+xml', width, height: width / 2 },
    ]),
  ),
};
const render = (markdown: string, ownId = 'own') => renderArticle(markdown, ownId, parts).trim();
const link = (id: string, text: string) => `<a href="/console/doc/v1/article-view?id=${id}">${text}</a>`;

test('titles and aliases become links: the longest, whole words, in any case, the first time only', () => {
  expect(render('First Git Pull, then git pull and tests.')).toBe(
    `<p>First ${link('pull', 'Git Pull')}, then git pull and ${link('tests', 'tests')}.</p>`,
  );
  expect(render('Pull configuration at once')).toBe(`<p>${link('pull', 'Pull configuration')} at once</p>`);
  expect(render('pulled, retests, überpull')).toBe('<p>pulled, retests, überpull</p>');
  expect(render('C++ & co. <b>')).toContain(link('tests', 'C++ &amp; co.'));
});

test('links are found in lists, tables and emphasis, and not in headings, code, links or the article itself', () => {
  expect(render('- run *tests*')).toContain(`<em>${link('tests', 'tests')}</em>`);
  expect(render('| a |\n|---|\n| git pull |')).toContain(`<td>${link('pull', 'git pull')}</td>`);
  expect(render('## Tests\n\n`tests` [tests](https://example.com)\n\n```\ntests\n```')).not.toContain(
    'article-view',
  );
  expect(render('All about tests', 'tests')).toBe('<p>All about tests</p>');
});

test('phones are offered the part of a picture that there is for them', () => {
  expect(render('![x](two.webp)')).toContain(
    '<picture><source media="(max-width: 30rem)" srcset="/doc/v1/public/picture/two.light.small.webp 320w, /doc/v1/public/picture/two.light.sharp.webp 640w" sizes="92vw" /><img src="/doc/v1/public/picture/two.light.webp" alt="x" width="640" height="320" loading="lazy" class="light" /></picture>',
  );
  for (const srcset of [
    'https://spy.example/a.webp 1w',
    '/doc/v1/public/picture/a.webp 1w, //spy.example/b 2w',
  ])
    expect(cleanHtml(`<picture><source srcset="${srcset}"><img srcset="${srcset}"></picture>`)).not.toContain(
      'spy',
    );
});

test('a block of cards becomes a grid, and a picture gets its size', () => {
  expect(render('```cards\nfirst\nsecond\n```')).toBe(
    `<ul class="article-cards"><li><a href="/console/doc/v1/article-view?id=first"><strong>About &lt;first&gt;</strong><span>Short.</span></a></li><li><a href="/console/doc/v1/article-view?id=second"><strong>About &lt;second&gt;</strong><span>Short.</span></a></li></ul>`,
  );
  expect(render('![A "drawing"](drawing.svg)')).toContain(
    '<img src="/doc/v1/public/picture/drawing.svg" alt="A &quot;drawing&quot;" width="640" height="320" loading="lazy" />',
  );
  const console = (theme: string) =>
    `<img src="/doc/v1/public/picture/console.${theme}.webp" alt="x" width="640" height="320" loading="lazy" class="${theme}" />`;
  expect(render('![x](console.webp)')).toBe(`<p>${console('light')}${console('dark')}</p>`);
  expect(() => render('![x](missing.svg)')).toThrow('no picture missing.light.svg');
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/pixel.png">',
  '<img src="//evil.example/pixel.png">',
  '[x](javascript:alert(1))',
  '[x](data:text/html,<script>)',
  '<a href="//evil.example">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<svg onload=alert(1)></svg>',
  '<style>body{display:none}</style>',
  '<p style="position:fixed">x</p>',
  '<form action="/x"><input></form>',
  '<ul class="fixed inset-0">x</ul>',
])('%s leaves nothing that runs, loads or leads away', (markdown) => {
  expect(render(markdown)).not.toMatch(
    /script|onerror|onload|evil|iframe|style|form|input|svg|javascript|data:|inset/,
  );
});
