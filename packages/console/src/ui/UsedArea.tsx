import { type ReactNode, useEffect, useRef } from 'react';

interface UsedAreaProps {
  /**
   * Called with whether the area is hovered or focused. Moving content then would move it away from a finger or drop
   * the focus.
   */
  onUse: (isUsed: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** Reports whether its content is hovered or focused; dialogs opened from there don't count. */
export function UsedArea({ onUse, className, children }: UsedAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const use = useRef({ isPointed: false, hasFocus: false });
  function tell(part: Partial<typeof use.current>) {
    Object.assign(use.current, part);
    onUse(use.current.isPointed || use.current.hasFocus);
  }
  useEffect(() => {
    // React emits no blur event when the focused element is removed.
    if (use.current.hasFocus && !area.current?.contains(document.activeElement)) tell({ hasFocus: false });
  });
  return (
    <div
      ref={area}
      className={className}
      onPointerEnter={() => tell({ isPointed: true })}
      onPointerLeave={({ currentTarget }) =>
        tell({ isPointed: false, hasFocus: currentTarget.contains(document.activeElement) })
      }
      onFocus={() => tell({ hasFocus: true })}
      onBlur={({ currentTarget, relatedTarget }) => tell({ hasFocus: currentTarget.contains(relatedTarget) })}
    >
      {children}
    </div>
  );
}
