import { z } from 'zod';

/** The four steps of the pull wizard: short name for the row of steps, title as the specification has it. */
export const pullSteps = [
  { id: 'pull', label: 'Pull', title: 'Enter Your Credentials' },
  { id: 'manifest', label: 'Manifest', title: 'Remote Content (Preview)' },
  { id: 'diff', label: 'Diff', title: 'Merge Changes' },
  { id: 'tests', label: 'Test Runner', title: 'Test Runner' },
] as const;

export type PullStepId = (typeof pullSteps)[number]['id'];

const PullSearch = z.object({
  uuid: z.uuid().optional().catch(undefined),
  draft: z.uuid().optional().catch(undefined),
  by: z.literal('side').optional().catch(undefined),
  step: z.enum(['pull', 'manifest', 'diff', 'tests']).default('pull').catch('pull'),
});

/** The pull and the step in the address; a pull is needed for all steps but the first. */
export function readPullSearch(search: unknown): {
  uuid: string | undefined;
  step: PullStepId;
  /** Id of the run whose failure returned the choices. */
  draft: string | undefined;
  /** Set if the choices start as *Merge by side* makes them. */
  by: 'side' | undefined;
} {
  const { uuid, step, draft, by } = PullSearch.parse(search ?? {});
  return { uuid, draft, by, step: uuid === undefined ? 'pull' : step };
}
