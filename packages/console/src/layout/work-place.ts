import type { Work } from '@atrium/contract/work/work';
import { isToldWhereStarted } from '../lib/told-where-started.ts';
import { paths } from '../paths.ts';
import type { ShellDialogName } from './navigation.ts';

/** Destination of finished work: a page, or a dialog over the current page. */
export type WorkPlace = { label: string } & ({ href: string } | { dialog: ShellDialogName });

export function workPlace(work: Work): WorkPlace {
  const { kind, state, runId, testId, pullId } = work;
  if (kind === 'CHANGE_SEARCH' && runId !== null && testId !== null) {
    return { label: 'Show the test', href: paths.testRunnerDashboard({ runId, test: testId }) };
  }
  if (kind === 'TEST_RUN' && runId !== null) {
    const page = state === 'RUNNING' ? paths.runTests : paths.testRunnerDashboard;
    return { label: 'Show the run', href: page({ runId }) };
  }
  if (state === 'RUNNING') return { label: 'Show progress', dialog: 'import-progress' };
  if (kind === 'PUSH') return { label: 'Push again', dialog: 'git-push' };
  if (kind === 'SUBMIT' && state === 'FAILED' && pullId !== null) {
    return { label: 'Review it again', href: paths.gitPull({ uuid: pullId, step: 'diff' }) };
  }
  if (isChange(kind)) return { label: 'Show import logs', dialog: 'import-logs' };
  if (pullId !== null) {
    return { label: 'Review the results', href: paths.gitPull({ uuid: pullId, step: 'manifest' }) };
  }
  return { label: 'Pull again', href: paths.gitPull() };
}

/** Pages and dialogs that show the work anyway, so that its end needs no message. */
const followedOn: Record<Work['kind'], readonly string[]> = {
  PULL: [paths.gitPull(), 'upload', 'import-progress'],
  PUSH: ['git-push', 'import-progress'],
  IMPORT: ['upload', 'import-progress'],
  SUBMIT: [paths.gitPull(), 'import-progress'],
  RETURN: ['import-progress'],
  TEST_RUN: [paths.runTests(), paths.testRunnerDashboard(), paths.gitPull()],
  CHANGE_SEARCH: [paths.testRunnerDashboard()],
};

export function isFollowed(
  { id, kind }: Pick<Work, 'id' | 'kind'>,
  { pathname, dialog }: { pathname: string; dialog: string | undefined },
): boolean {
  if (isToldWhereStarted(id)) return true;
  return [pathname, dialog].some((place) => place !== undefined && followedOn[kind].includes(place));
}

const isChange = (kind: Work['kind']) => kind === 'IMPORT' || kind === 'SUBMIT' || kind === 'RETURN';
