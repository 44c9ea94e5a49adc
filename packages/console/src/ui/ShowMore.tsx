import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';

interface ShowMoreProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  /** Label of the button: `Show older entries`. */
  children: ReactNode;
}

/** Below a list that grows: reads its next page; nothing once there is none. */
export function ShowMore({ query, children }: ShowMoreProps) {
  const [isPressed, setPressed] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    // The focused button disappeared with the last page: focus the first new row, which stays in view in its place.
    if (!query.hasNextPage && document.activeElement === document.body)
      end.current?.focus({ preventScroll: true });
  }, [query.hasNextPage]);
  function handleMore() {
    setPressed(true);
    void query.fetchNextPage();
  }
  if (!query.hasNextPage && !isPressed) return null;
  if (!query.hasNextPage)
    return (
      <p ref={end} tabIndex={-1} className="sr-only">
        That is all.
      </p>
    );
  return (
    <div className="p-4 text-center">
      <Button isBusy={query.isFetchingNextPage} onClick={handleMore}>
        {children}
      </Button>
    </div>
  );
}
