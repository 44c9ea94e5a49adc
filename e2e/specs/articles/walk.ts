import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Api } from '../../support/api.ts';
import type { GitRemote } from '../../support/git-remote.ts';
import type { Person } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

/** The account and repository with which an article is followed. */
export interface Stage {
  page: Page;
  productUrl: string;
  person: Person;
  api: Api;
  git: GitRemote;
}

/** Uses the control with this label, as the article says. */
export type Step = (stage: Stage, label: string) => Promise<unknown>;

/** Actions for each of an article's `steps`, in their order. */
export type Walk = readonly (readonly [label: string, step: Step])[];

const CONTENT = join(import.meta.dirname, '../../../packages/server/src/articles/content');

/** Labels in the order in which readers use them; a rule checks that the article and the product have them. */
function readSteps(code: string): string[] {
  const head = readFileSync(join(CONTENT, `${code}.md`), 'utf8');
  return /^steps: (.+)$/m.exec(head)?.[1]?.split(' | ') ?? [];
}

/** Follows articles by their codes, step by step. */
export async function follow(stage: Stage, walks: Record<string, Walk>): Promise<void> {
  for (const [code, walk] of Object.entries(walks)) {
    await test.step(code, async () => {
      expect(
        walk.map(([label]) => label),
        `steps of ${code}`,
      ).toEqual(readSteps(code));
      for (const [label, step] of walk) await test.step(label, () => step(stage, label));
    });
  }
}
