import { allowedChoices, choiceLabel } from '@atrium/contract/configuration/diff-file';
import type { DefaultActions } from '@atrium/contract/service-api/export';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { type ChoiceAction, choiceOf, pathOf, type ServiceChoices } from './diff-choices.ts';
import { choiceForPair, type FileRow } from './metadata-pairs.ts';
import type { DiffFile } from './service-diffs.ts';

export interface FileChoiceProps {
  serviceId: string;
  row: FileRow<DiffFile>;
  choices: ServiceChoices;
  defaults: DefaultActions;
  dispatch: (action: ChoiceAction) => void;
}

/** The choices that a file's type allows. Metadata hidden behind a source file follows it. */
export function FileChoice({ serviceId, row, choices, defaults, dispatch }: FileChoiceProps) {
  const { file, metadata } = row;
  return (
    <RadioGroup
      legend={`Choice for ${pathOf(file)}`}
      isLegendHidden
      isInline
      options={allowedChoices[file.type].map((choice) => ({
        value: choice,
        label: choiceLabel(file.type, choice),
      }))}
      value={choiceOf(choices, file, defaults)}
      onChange={(choice) => {
        dispatch({ type: 'choose', serviceId, file, choice });
        if (metadata) {
          dispatch({ type: 'choose', serviceId, file: metadata, choice: choiceForPair(choice, metadata) });
        }
      }}
    />
  );
}
