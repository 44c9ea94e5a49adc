import { useRouter } from '@tanstack/react-router';
import DOMPurify from 'dompurify';
import { type MouseEvent, useMemo } from 'react';

/** The body of an article. Its links to pages of the console open like all others. */
export function ArticleHtml({ html }: { html: string }) {
  const router = useRouter();
  const cleaned = useMemo(() => cleanHtml(html), [html]);

  function handleClick(event: MouseEvent) {
    const link = (event.target as Element).closest('a');
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || link.target || link.origin !== window.location.origin) return;
    const isPage =
      /^\/(console|index)(\/|$)/.test(link.pathname) && !/^\/console\/(v1|api)\b/.test(link.pathname);
    if (!isPage || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    void router.navigate({ href: link.pathname + link.search + link.hash });
  }

  return (
    // The clicks are the links': the frame only listens for them.
    // oxlint-disable-next-line react/no-danger -- the server's article, cleaned there and here again
    <div className="article" onClick={handleClick} dangerouslySetInnerHTML={{ __html: cleaned }} />
  );
}

/**
 * Sanitizes an article again in the browser. Without a document (prerendered pages, server) the server's sanitizing is
 * enough.
 */
function cleanHtml(html: string): string {
  if (!DOMPurify.isSupported) return html;
  return DOMPurify.sanitize(html, { USE_PROFILES: { html: true }, FORBID_TAGS: ['style', 'form', 'input'] });
}
