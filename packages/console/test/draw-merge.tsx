import { vi } from 'vitest';
import type { MergeWork } from '../src/features/configuration/drafts/merge-draft.ts';
import MergeDialog, {
  type MergeDialogProps,
} from '../src/features/configuration/merge/dialog/MergeDialog.tsx';
import { draw } from './draw.tsx';

const label = (name: string) => ({ name, detail: '' });

/** What the merge dialog needs, over a file in which one line conflicts. */
export const conflict: Omit<MergeDialogProps, 'onClose'> = {
  title: 'Merge',
  name: 'greet.js',
  serviceId: 'shop',
  sides: { base: 'a\nb\nc\n', local: 'a\nL\nc\n', remote: 'a\nR\nc\n' },
  labels: { base: label('Base'), local: label('Local'), remote: label('Remote'), merged: label('Merged') },
};

/** The merge dialog on a page, with what it keeps and submits. */
export async function drawMerge(props: Partial<MergeDialogProps> = {}) {
  const onDraft = vi.fn<(work: MergeWork) => void>();
  const onSubmit = vi.fn<(merged: string) => void>();
  const onClose = vi.fn<() => void>();
  const screen = await draw(
    <MergeDialog {...conflict} onDraft={onDraft} onSubmit={onSubmit} onClose={onClose} {...props} />,
  );
  return { screen, merged: screen.getByRole('textbox', { name: /Merged/ }), onDraft, onSubmit, onClose };
}
