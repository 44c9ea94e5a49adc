/**
 * Keeps what a user has not submitted yet (choices, merged contents, drafts) in the browser, where it
 * survives a reload, a lost connection and a sign-in in between. IndexedDB, because merged contents can be
 * larger than local storage takes.
 */
const DATABASE = 'atrium-drafts';
const STORE = 'drafts';
/** Pulls live for a day on the server; drafts of older ones are of no use. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

interface Entry {
  readonly savedAt: number;
  readonly value: unknown;
}

let opened: Promise<IDBDatabase> | undefined;
/** If the browser has no storage (a private window), or it is full, drafts live as long as the page. */
const memory = new Map<string, Entry>();

export async function readDraft<Value>(key: string): Promise<Value | undefined> {
  const stored = await request<Entry>('readonly', (store) => store.get(key)).catch(() => undefined);
  const kept = memory.get(key);
  // The storage may have been full only for a while, or only since.
  return (kept && kept.savedAt >= (stored?.savedAt ?? 0) ? kept : stored)?.value as Value | undefined;
}

export async function saveDraft(key: string, value: unknown): Promise<void> {
  const entry: Entry = { savedAt: Date.now(), value };
  try {
    await request('readwrite', (store) => store.put(entry, key));
  } catch {
    memory.set(key, entry);
  }
}

export async function deleteDraft(key: string): Promise<void> {
  memory.delete(key);
  await request('readwrite', (store) => store.delete(key)).catch(() => undefined);
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
  return opened;
}

async function request<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  const database = await open();
  return new Promise<Result>((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const asked = ask(transaction.objectStore(STORE));
    // Now and not when the page is next idle: a page that is being left will not be idle.
    if (mode === 'readwrite') transaction.commit();
    // Not when the request succeeds: a full storage is only found out when all of it is written.
    transaction.oncomplete = () => resolve(asked.result as Result);
    transaction.onabort = () => reject(transaction.error ?? new Error('No storage'));
  });
}

function forgetOld(database: IDBDatabase): void {
  const walk = database.transaction(STORE, 'readwrite').objectStore(STORE).openCursor();
  walk.onsuccess = () => {
    const cursor = walk.result;
    if (cursor === null) return;
    if ((cursor.value as Entry).savedAt < Date.now() - MAX_AGE_MS) cursor.delete();
    cursor.continue();
  };
}
