/** Look of a text control; `aria-invalid` turns it red. */
export const controlClass =
  'w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 py-2 text-ink leading-snug max-sm:text-base ' +
  'transition-colors hover:border-accent disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft ' +
  '[&:is(input,textarea):read-only]:bg-sunken aria-invalid:border-danger aria-invalid:border-2 aria-invalid:bg-danger-soft';
