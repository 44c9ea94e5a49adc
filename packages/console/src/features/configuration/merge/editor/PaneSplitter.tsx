import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

interface PaneSplitterProps {
  label: string;
  /** Whether the panes are side by side, or one above the other. */
  isColumn: boolean;
  share: number;
  onChange: (share: number) => void;
}

const STEP = 0.1;
const LEAST = 0.3;
const MOST = 4;

/** The right or lower edge of a pane: drag it, or move it with the arrow keys. */
export function PaneSplitter({ label, isColumn, share, onChange }: PaneSplitterProps) {
  const start = useRef<{ at: number; size: number; share: number } | null>(null);
  const clamp = (value: number) => Math.min(MOST, Math.max(LEAST, value));

  const placeOf = ({ clientX, clientY }: PointerEvent) => (isColumn ? clientX : clientY);
  const [less, more] = isColumn ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];

  const handleDown = (event: PointerEvent<HTMLHRElement>) => {
    const pane = event.currentTarget.parentElement;
    const size = (isColumn ? pane?.offsetWidth : pane?.offsetHeight) ?? 1;
    start.current = { at: placeOf(event), size, share };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const handleMove = (event: PointerEvent) => {
    if (!start.current) return;
    const { at, size, share: before } = start.current;
    onChange(clamp(before * ((size + placeOf(event) - at) / size)));
  };
  const handleKey = (event: KeyboardEvent) => {
    const direction = event.key === more ? 1 : event.key === less ? -1 : 0;
    if (direction === 0 || event.altKey) return;
    event.preventDefault();
    onChange(clamp(share + direction * STEP));
  };
  return (
    <hr
      aria-label={label}
      aria-orientation={isColumn ? 'vertical' : 'horizontal'}
      aria-valuemin={LEAST * 100}
      aria-valuemax={MOST * 100}
      aria-valuenow={Math.round(share * 100)}
      tabIndex={0}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={() => {
        start.current = null;
      }}
      onKeyDown={handleKey}
      className={`absolute right-0 bottom-0 z-30 m-0 touch-none border-0 hover:bg-accent ${isColumn ? 'h-full w-1.5 cursor-col-resize' : 'h-1.5 w-full cursor-row-resize'}`}
    />
  );
}
