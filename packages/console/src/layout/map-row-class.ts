export const mapRowClass =
  'flex min-h-9 w-full items-center gap-3 rounded-control px-2.5 text-left text-ink-soft no-underline transition-colors max-md:min-h-11 ' +
  'hover:bg-accent-soft hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold ' +
  'aria-[current=page]:text-accent';
