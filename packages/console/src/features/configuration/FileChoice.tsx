import { choiceLabel } from '@atrium/contract/configuration/diff-file';
import type { DefaultActions } from '@atrium/contract/service-api/export';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { type ChoiceAction, choiceOf, choicesFor, pathOf, type ServiceChoices } from './diff-choices.ts';
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
      options={choicesFor(file).map((choice) => ({
        value: choice,
        label: choiceLabel(file.type, choice),
      }))}
      value={choiceOf(choices, file, defaults)}
      onChange={(choice) => {
        const own = [file, choice] as const;
        const decisions = metadata ? [own, [metadata, choiceForPair(choice, metadata)] as const] : [own];
        dispatch({ type: 'chooseEach', serviceId, decisions });
      }}
    />
  );
}
