import { Dialog } from '../../ui/Dialog.tsx';

const GROUPS: readonly { title: string; keys: readonly (readonly [keys: string, does: string])[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl+K', 'Go to anything (⌘K on a Mac)'],
      ['?', 'Show this list'],
      ['Esc', 'Close a dialog or a menu'],
    ],
  },
  {
    title: 'Files of a comparison',
    keys: [
      ['j / k', 'Next / previous file'],
      ['l / r', 'Local / Remote'],
      ['m', 'Merge'],
      ['Enter', 'Show the comparison'],
    ],
  },
  {
    title: 'Merge dialog',
    keys: [
      ['Alt+↓ / Alt+↑', 'Next / previous change'],
      ['F7', 'Next conflict'],
      ['Alt+← / Alt+→', 'Keep Local / Apply Remote'],
      ['F1', 'Show all keys of the dialog'],
    ],
  },
];

/** Keyboard shortcuts, opened with `?`. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts" size="small" bodyClassName="grid gap-4">
      {GROUPS.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3 className="mb-1 text-xs font-semibold text-ink-soft">{title}</h3>
          <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
            {keys.map(([key, does]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded-control border border-line bg-sunken px-2 py-0.5 font-sans text-xs font-medium whitespace-nowrap">
                    {key}
                  </kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
