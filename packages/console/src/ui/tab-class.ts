/** Classes of a row of tabs, for tabs that are links too. */
export const tabListClass = 'flex flex-wrap gap-x-1 border-b border-line';
export const tabClass =
  'flex min-h-10 shrink-0 items-center border-b-3 border-transparent px-3.5 py-2 font-medium max-sm:min-h-9 max-sm:px-2 max-sm:text-sm whitespace-nowrap text-ink-soft ' +
  'no-underline -outline-offset-3 hover:text-ink data-active:border-accent data-active:text-ink data-disabled:opacity-50 ' +
  'aria-[current=page]:border-accent aria-[current=page]:text-ink';
