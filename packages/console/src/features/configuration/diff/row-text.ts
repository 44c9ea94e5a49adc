import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import type { ServiceChoices } from './diff-choices.ts';
import { changedSideLabels, choiceLabel, diffTypeLabels } from './labels.ts';
import type { DiffFile } from './service-diffs.ts';
import { shownChoice } from './shown-choice.ts';

/** What is read out of the row that keys act on. */
export function rowText(file: DiffFile, choices: ServiceChoices): string {
  const choice = shownChoice(choices, file);
  return [
    filePathOf(file),
    diffTypeLabels[file.type],
    file.side && changedSideLabels[file.side],
    choice === null ? 'To be decided' : choiceLabel(file.type, choice),
  ]
    .filter(Boolean)
    .join(', ');
}
