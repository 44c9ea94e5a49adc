import { Check } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import { type Chip, chipLabels, chips } from './diff-filter.ts';

interface DiffChipsProps {
  counts: ReadonlyMap<Chip, number>;
  chosen: ReadonlySet<Chip>;
  onChange: (chosen: ReadonlySet<Chip>) => void;
}

/** Narrow the list by side, type and conflict; each says how many files it has. */
export function DiffChips({ counts, chosen, onChange }: DiffChipsProps) {
  const shown = chips.filter((chip) => counts.has(chip) || chosen.has(chip));
  if (shown.length === 0) return null;
  const toggle = (chip: Chip) =>
    onChange(new Set(chosen.has(chip) ? [...chosen].filter((one) => one !== chip) : [...chosen, chip]));
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">Show only</legend>
      {shown.map((chip) => (
        <button
          key={chip}
          type="button"
          aria-pressed={chosen.has(chip)}
          onClick={() => toggle(chip)}
          className={classNames(
            'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-sm',
            chosen.has(chip)
              ? 'border-accent bg-accent-soft font-semibold text-accent'
              : 'border-line-strong hover:bg-accent-soft',
          )}
        >
          {chosen.has(chip) && <Check aria-hidden size={14} />}
          {chipLabels[chip]} {(counts.get(chip) ?? 0).toLocaleString('en')}
        </button>
      ))}
    </fieldset>
  );
}
