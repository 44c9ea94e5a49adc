import { afterEach, expect, it, vi } from 'vitest';
import { type DraftEntry, requestDraft } from './draft-database.ts';
import { readDraft, saveDraft } from './draft-store.ts';

const put = IDBObjectStore.prototype.put;

afterEach(() => vi.restoreAllMocks());

/** Simulates a full storage: the write succeeds, and the transaction aborts on commit. */
function fillStorage() {
  vi.spyOn(IDBTransaction.prototype, 'commit').mockReturnValue();
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    const asked = put.call(this, value, key);
    asked.addEventListener('success', () => this.transaction.abort());
    return asked;
  });
}

it('keeps a draft as long as the page when the storage turns out to be full, and the newer one after that', async () => {
  expect(await saveDraft('merge', 'first')).toBe('browser');
  fillStorage();
  expect(await saveDraft('merge', 'second')).toBe('page');
  expect(await readDraft('merge')).toBe('second');

  vi.restoreAllMocks();
  // Drafts are distinguished by the time of saving.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000);
  await saveDraft('merge', 'third');
  expect(await readDraft('merge')).toBe('third');
});

it('opens the storage again when the browser has closed it, and after it could not be opened', async () => {
  const stored = async (key: string) =>
    (await requestDraft<DraftEntry>('readonly', (store) => store.get(key))).value;
  const close = () =>
    requestDraft('readonly', (store) => {
      store.transaction.db.close();
      return store.get('merge');
    });
  await saveDraft('merge', 'first');
  await close();
  await saveDraft('merge', 'second');
  expect(await stored('merge')).toBe('second');

  await close();
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementationOnce(() => {
    throw new DOMException('The storage is gone.', 'UnknownError');
  });
  await saveDraft('merge', 'only on the page');
  await saveDraft('merge', 'third');
  expect(await stored('merge')).toBe('third');
});
