import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { DiffFile } from '../decisions/diff-file.ts';
import type { NextConflict } from './next-conflict.ts';

interface NextConflictButtonProps {
  findNextConflict: () => Promise<NextConflict>;
  onOpen: (file: DiffFile) => void;
}

/** Opens the next file with conflicts, or announces that there is none. */
export function NextConflictButton({ findNextConflict, onOpen }: NextConflictButtonProps) {
  const [message, setMessage] = useState('');
  const [isExamining, setLooking] = useState(false);
  const isLeft = useRef(false);

  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const handleNext = async () => {
    setLooking(true);
    setMessage('');
    try {
      const { file, unreadableCount } = await findNextConflict();
      // The dialog was closed or shows another file: don't navigate.
      if (isLeft.current) return;
      if (file) onOpen(file);
      else setMessage(`No other file has conflicts.${unreadableText(unreadableCount)}`);
    } finally {
      setLooking(false);
    }
  };

  return (
    <>
      <Button size="small" isBusy={isExamining} onClick={() => void handleNext()}>
        Next file with conflicts
      </Button>
      <p role="status" className="text-ink-soft empty:hidden">
        {message}
      </p>
    </>
  );
}

function unreadableText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' One file could not be read.' : ` ${count} files could not be read.`;
}
