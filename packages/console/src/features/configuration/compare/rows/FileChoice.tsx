import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { RadioGroup } from '../../../../ui/RadioGroup.tsx';
import { isOpen, type ServiceChoices, shownChoice } from '../../decisions/diff-choices.ts';
import { choicesFor, type DiffFile } from '../../decisions/diff-file.ts';
import { chooseRow, type FileRow } from '../../decisions/metadata-pairs.ts';
import type { ChoiceAction } from '../../decisions/reduce-choices.ts';
import { choiceLabel } from '../../files/labels.ts';

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
      legend={`Choice for ${filePathOf(file)}`}
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
