import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useId } from 'react';
import { isOpen, type ServiceChoices, shownChoice } from '../../decisions/diff-choices.ts';
import { choicesFor } from '../../decisions/diff-file.ts';
import { chooseRow } from '../../decisions/metadata-pairs.ts';
import type { ChoiceAction } from '../../decisions/reduce-choices.ts';
import { choiceLabel } from '../../files/labels.ts';
import type { DiffRow } from '../diff-rows.ts';

interface FileChoiceProps {
  row: DiffRow;
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
}

/** The choices that a file's type allows. Metadata hidden behind a source file follows it. */
export function FileChoice({ row, choices, dispatch }: FileChoiceProps) {
  const name = useId();
  const { file, metadata, serviceId } = row;
  const isMetadataOpen = metadata !== undefined && isOpen(choices, metadata);
  const value = isMetadataOpen ? null : shownChoice(choices, file);
  return (
    <fieldset className="max-w-full min-w-0">
      <legend className="sr-only">Choice for {filePathOf(file)}</legend>
      <div className="flex max-w-full flex-wrap overflow-clip rounded-control border border-line-strong bg-surface">
        {choicesFor(file).map((choice) => (
          <label
            key={choice}
            className="inline-flex min-h-8 items-center gap-1.5 border-line px-2.5 text-sm not-first:border-l hover:bg-accent-soft/60 has-checked:bg-accent-soft has-checked:font-semibold"
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === value}
              onChange={() => dispatch(chooseRow(serviceId, row, choice))}
              // Choosing the preset decides a conflict, and changes no radio button.
              onClick={() => choice === value && dispatch(chooseRow(serviceId, row, choice))}
              className="size-4 shrink-0 accent-accent"
            />
            {choiceLabel(file.type, choice)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
