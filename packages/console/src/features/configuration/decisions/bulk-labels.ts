import { BulkAction } from '@atrium/contract/configuration/diff-file';
import { bulkActionLabels } from '../files/labels.ts';
import type { BulkChoice } from './diff-choices.ts';

/** What can be chosen for many files at once, in the order in which it is offered. */
export const bulkChoices: readonly BulkChoice[] = [...BulkAction.options, 'BY_SIDE'];

export const bulkLabels: Record<BulkChoice, string> = { ...bulkActionLabels, BY_SIDE: 'Merge by side' };
