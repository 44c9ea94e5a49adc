import type { Page } from '@playwright/test';

/**
 * What the browser keeps of unsubmitted work, as JSON by key: `pull/<uuid>` holds the choices of a pull,
 * `merge/<uuid>/<service>/<path>` the work on one file.
 */
function savedDrafts(page: Page): Promise<Record<string, string>> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('atrium-drafts');
        // A store that is not there yet must not be made here, without its tables.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve({});
        opening.onsuccess = () => {
          const found: Record<string, string> = {};
          const database = opening.result;
          if (!database.objectStoreNames.contains('drafts')) {
            database.close();
            resolve(found);
            return;
          }
          const walk = database.transaction('drafts').objectStore('drafts').openCursor();
          walk.onerror = () => reject(walk.error);
          walk.onsuccess = () => {
            const cursor = walk.result;
            if (cursor === null) {
              database.close();
              resolve(found);
              return;
            }
            found[String(cursor.key)] = JSON.stringify(cursor.value);
            cursor.continue();
          };
        };
      }),
  );
}

/** The drafts whose key begins with a prefix, joined: to wait until they contain something. */
export async function draftsOf(page: Page, kind: 'pull' | 'merge'): Promise<string> {
  const drafts = Object.entries(await savedDrafts(page));
  return drafts.flatMap(([key, value]) => (key.startsWith(`${kind}/`) ? [value] : [])).join('\n');
}
