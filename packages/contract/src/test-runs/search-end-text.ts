import type { ChangeSearch } from './change-search.ts';

/** Why a search ended without a version; undefined while it runs, and where it has found one. */
export function searchEndText({ status, error }: Pick<ChangeSearch, 'status' | 'error'>): string | undefined {
  switch (status) {
    case 'RUNNING':
    case 'FOUND':
      return undefined;
    case 'FLAKY':
      return 'The test is flaky: with the same versions it passed and failed. No version can be named.';
    case 'UNCHANGED':
      return 'Nothing was changed since it last passed. The test is flaky, or depends on something else, such as entries or the time.';
    case 'PASSES_NOW':
      return 'It could not be reproduced: the test now passes with the versions with which it failed.';
    case 'FAILED_BEFORE':
      return 'It now fails with the versions with which it passed, too: something else has changed, such as entries or the time.';
    case 'CANCELED':
      return 'The search was canceled.';
    case 'ERROR':
      return `The search could not be finished. ${error ?? ''}`.trim();
  }
}
