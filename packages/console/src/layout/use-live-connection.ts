import { useEffect } from 'react';
import { keepLiveEvents } from '../api/live-events.ts';

/**
 * Keeps the stream of events open while the page is in view. Browsers allow six connections to a host: a dozen
 * forgotten tabs must not hold them all.
 */
export function useLiveConnection(): void {
  useEffect(() => {
    let connection: AbortController | undefined;
    function follow() {
      if (document.visibilityState === 'hidden') {
        connection?.abort();
        connection = undefined;
      } else if (!connection) {
        connection = new AbortController();
        void keepLiveEvents(connection.signal);
      }
    }
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      connection?.abort();
    };
  }, []);
}
