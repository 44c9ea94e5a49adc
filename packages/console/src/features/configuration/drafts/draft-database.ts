/**
 * IndexedDB, because merged contents can be larger than local storage takes. It survives a reload, a lost connection and
 * a sign-in in between.
 */
const DATABASE = 'atrium-drafts';
const STORE = 'drafts';
/** Pulls expire on the server after a day; drafts of merges are resumed in later pulls. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

export interface DraftEntry {
  readonly savedAt: number;
  readonly value: unknown;
}

let opened: Promise<IDBDatabase> | undefined;

/** Runs one request on the store; resolves when it is written. */
export async function requestDraft<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  const transaction = await begin(mode);
  return new Promise<Result>((resolve, reject) => {
    const asked = ask(transaction.objectStore(STORE));
    // Commit explicitly: a page being unloaded never becomes idle.
    if (mode === 'readwrite') transaction.commit();
    // Not on the request's success: a full storage is detected only when the transaction commits.
    transaction.oncomplete = () => resolve(asked.result as Result);
    transaction.onabort = () => reject(transaction.error ?? new Error('No storage'));
  });
}

async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
  const database = await open();
  try {
    return database.transaction(STORE, mode);
  } catch {
    // Browsers close it by themselves: when site data is cleared, or after a while in the background.
    opened = undefined;
    return (await open()).transaction(STORE, mode);
  }
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => {
      forgetOld(opening.result);
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error ?? new Error('No storage'));
  });
  // Retry a failed open on the next call.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

function forgetOld(database: IDBDatabase): void {
  const walk = database.transaction(STORE, 'readwrite').objectStore(STORE).openCursor();
  walk.onsuccess = () => {
    const cursor = walk.result;
    if (cursor === null) return;
    if ((cursor.value as DraftEntry).savedAt < Date.now() - MAX_AGE_MS) cursor.delete();
    cursor.continue();
  };
}
