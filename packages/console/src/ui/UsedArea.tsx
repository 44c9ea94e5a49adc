import { type ReactNode, useRef } from 'react';

interface UsedAreaProps {
  /** Whether it is under a pointer or has the focus: what moves then, moves away from a finger or drops the focus. */
  onUse: (isUsed: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** Says whether someone is at what it contains; dialogs that are opened from there do not count. */
export function UsedArea({ onUse, className, children }: UsedAreaProps) {
  const use = useRef({ isPointed: false, hasFocus: false });
  function tell(part: Partial<typeof use.current>) {
    Object.assign(use.current, part);
    onUse(use.current.isPointed || use.current.hasFocus);
  }
  return (
    <div
      className={className}
      onPointerEnter={() => tell({ isPointed: true })}
      onPointerLeave={() => tell({ isPointed: false })}
      onFocus={() => tell({ hasFocus: true })}
      onBlur={({ currentTarget, relatedTarget }) => tell({ hasFocus: currentTarget.contains(relatedTarget) })}
    >
      {children}
    </div>
  );
}
