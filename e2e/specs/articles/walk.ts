import type { Page } from '@playwright/test';
import type { Api } from '../../support/api.ts';
import type { GitRemote } from '../../support/git-remote.ts';
import type { Person } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

/** Who follows an article, and with what. */
export interface Stage {
  page: Page;
  productUrl: string;
  person: Person;
  api: Api;
  git: GitRemote;
}

/** Does what an article says at a label. The label is the article's, and what is on the screen has to have it. */
export type Step = (stage: Stage, label: string) => Promise<unknown>;

/** What is done at each label that an article prints in bold, in its order; a label it prints twice is there twice. */
type Walk = readonly (readonly [label: string, step: Step])[];

/** Walks by the ids of the articles. */
export type Walks = Record<string, Walk>;

export interface Labels {
  /** What an article prints in bold within its text; notes such as `Five seconds.` are no labels. */
  bold: string[];
  /** Numbered steps without such a label: nothing would prove them. */
  unlabeled: string[];
}

const toText = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&gt;', '>')
    .trim();

/** Returns the labels of an article as readers get it. */
export async function readLabels(api: Api, id: string): Promise<Labels> {
  const { html } = await api.must<{ html: string }>('GET', `/doc/v1/public/article/id/${id}`);
  const prose = html.replace(/<ul class="article-cards">.*?<\/ul>/gs, '');
  const bold = [...prose.matchAll(/<strong>(.*?)<\/strong>/gs)]
    .map(([, label = '']) => toText(label))
    .filter((label) => !label.endsWith('.'));
  const unlabeled = [...prose.matchAll(/<ol>(.*?)<\/ol>/gs)]
    .flatMap(([, list = '']) => [...list.matchAll(/<li>(.*?)<\/li>/gs)])
    .map(([, numbered = '']) => numbered)
    .filter((numbered) => !numbered.includes('<strong>'))
    .map(toText);
  return { bold, unlabeled };
}

/** Reads articles and does what each says, in its order. */
export async function follow(stage: Stage, walks: Walks): Promise<void> {
  for (const [id, walk] of Object.entries(walks)) {
    await test.step(id, async () => {
      const { bold } = await readLabels(stage.api, id);
      expect(
        walk.map(([label]) => label),
        `labels of ${id}`,
      ).toEqual(bold);
      for (const [index, [, step]] of walk.entries()) {
        const label = bold[index] ?? '';
        await test.step(label, () => step(stage, label));
      }
    });
  }
}
