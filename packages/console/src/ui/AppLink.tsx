import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { afterPaint } from '../lib/after-paint.ts';

interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Built by `paths`. */
  href: string;
  /** Replaces the page in the history instead of adding one. */
  isReplacing?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link within the console: a real link that opens without loading the page again. */
export function AppLink({ href, isReplacing = false, onClick, ...rest }: AppLinkProps) {
  const router = useRouter();

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain || (rest.target && rest.target !== '_self')) return;
    event.preventDefault();
    // Paint the pressed link before the next page, whose rendering takes longer than users perceive as immediate.
    void afterPaint().then(() => router.navigate({ href, replace: isReplacing }));
  }

  return <a className="link" {...rest} href={href} onClick={handleClick} />;
}
