/** An entry of a bar on the navigation's dark ground. */
export const navLinkClass =
  'flex min-h-10 items-center rounded-control px-3 whitespace-nowrap text-nav-soft no-underline transition-colors ' +
  'hover:bg-nav-raised hover:text-nav-ink aria-[current=page]:bg-nav-raised aria-[current=page]:font-semibold ' +
  'aria-[current=page]:text-nav-ink';
