import { useEffect } from 'react';
import { Alert } from '../../../ui/Alert.tsx';

const holdPage = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Above the files, where the browser could not store what was decided. Another page of the console loses nothing: only
 * before a reload or the end of the page does the browser ask.
 */
export function UnstoredNotice() {
  useEffect(() => {
    window.addEventListener('beforeunload', holdPage);
    return () => window.removeEventListener('beforeunload', holdPage);
  }, []);
  return (
    <Alert kind="warning" className="mb-5">
      Your browser could not store your choices and merges. They are kept until you reload or close this page.
    </Alert>
  );
}
