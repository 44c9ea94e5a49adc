import { choiceLabel } from '@atrium/contract/configuration/diff-file';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { type ChoiceAction, isOpen, pathOf, type ServiceChoices, shownChoice } from './diff-choices.ts';
import { choicesFor } from './file-marks.ts';
import { chooseRow, type FileRow } from './metadata-pairs.ts';
import type { DiffFile } from './service-diffs.ts';

export interface FileChoiceProps {
  serviceId: string;
  row: FileRow<DiffFile>;
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
}

/** The choices that a file's type allows. Metadata hidden behind a source file follows it. */
export function FileChoice({ serviceId, row, choices, dispatch }: FileChoiceProps) {
  const { file, metadata } = row;
  const isMetadataOpen = metadata !== undefined && isOpen(choices, metadata);
  return (
    <RadioGroup
      legend={`Choice for ${pathOf(file)}`}
      isLegendHidden
      isInline
      options={choicesFor(file).map((choice) => ({
        value: choice,
        label: choiceLabel(file.type, choice),
      }))}
      value={isMetadataOpen ? null : shownChoice(choices, file)}
      onChange={(choice) => dispatch(chooseRow(serviceId, row, choice))}
    />
  );
}
