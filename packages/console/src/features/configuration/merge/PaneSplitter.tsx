import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

interface PaneSplitterProps {
  label: string;
  share: number;
  onChange: (share: number) => void;
}

const STEP = 0.1;
const LEAST = 0.3;
const MOST = 4;

/** The right edge of a pane: drag it, or move it with the arrow keys. */
export function PaneSplitter({ label, share, onChange }: PaneSplitterProps) {
  const start = useRef<{ x: number; width: number; share: number } | null>(null);
  const clamp = (value: number) => Math.min(MOST, Math.max(LEAST, value));

  const handleDown = (event: PointerEvent<HTMLHRElement>) => {
    const width = event.currentTarget.parentElement?.offsetWidth ?? 1;
    start.current = { x: event.clientX, width, share };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const handleMove = (event: PointerEvent) => {
    if (!start.current) return;
    const { x, width, share: before } = start.current;
    onChange(clamp(before * ((width + event.clientX - x) / width)));
  };
  const handleKey = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (direction === 0 || event.altKey) return;
    event.preventDefault();
    onChange(clamp(share + direction * STEP));
  };
  return (
    <hr
      aria-label={label}
      aria-orientation="vertical"
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
      className="absolute top-0 right-0 z-30 m-0 h-full w-1.5 cursor-col-resize touch-none border-0 hover:bg-accent"
    />
  );
}
