import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { readDraft, saveDraft } from '../drafts/draft-store.ts';
import { type PullSessionHandle, sessionKey, usePullSession } from './pull-session.ts';

function Pulled({ uuid }: { uuid: string }) {
  const { session, dispatch, isLoaded, place } = usePullSession(uuid);
  return isLoaded ? (
    <button onClick={() => dispatch({ type: 'select', serviceId: 'docs', deselected: ['a.md'] })}>
      {`${session.deselected.docs?.length ?? 0} left out${place === 'page' ? ', not stored' : ''}`}
    </button>
  ) : (
    <p>Loading</p>
  );
}

function Page({ uuid }: { uuid: string }) {
  const [isThere, setThere] = useState(false);
  return (
    <>
      <button onClick={() => setThere(!isThere)}>Turn</button>
      {isThere && <Pulled uuid={uuid} />}
    </>
  );
}

it('leaves the stored session alone when the page is left before it has been read', async () => {
  const uuid = crypto.randomUUID();
  const key = sessionKey('', uuid);
  const stored = { deselected: { docs: ['a.md', 'b.md'] }, choices: {}, view: 'tree' };
  await saveDraft(key, stored);
  const screen = await draw(<Page uuid={uuid} />);
  const turn = screen.getByRole('button', { name: 'Turn' }).element() as HTMLElement;
  // In one task: the store answers in a later one.
  flushSync(() => turn.click());
  expect(screen.container.textContent).toContain('Loading');
  flushSync(() => turn.click());
  expect(screen.container.textContent).not.toContain('Loading');
  expect(await readDraft(key)).toEqual(stored);
});

it('keeps a decision when the page is left right after it', async () => {
  const uuid = crypto.randomUUID();
  const screen = await draw(<Page uuid={uuid} />);
  const turn = screen.getByRole('button', { name: 'Turn' });
  await turn.click();
  await screen.getByRole('button', { name: '0 left out' }).click();
  await turn.click();
  await turn.click();
  await expect.element(screen.getByRole('button', { name: '1 left out' })).toBeVisible();
});

it('says that the browser could not store a decision, also after the page was left and come back to', async () => {
  const uuid = crypto.randomUUID();
  const screen = await draw(<Page uuid={uuid} />);
  const turn = screen.getByRole('button', { name: 'Turn' });
  await turn.click();
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The storage is full.', 'QuotaExceededError');
  });
  await screen.getByRole('button', { name: '0 left out' }).click();
  const unstored = screen.getByRole('button', { name: '1 left out, not stored' });
  await expect.element(unstored).toBeVisible();
  await turn.click();
  await turn.click();
  await expect.element(unstored).toBeVisible();
  full.mockRestore();
  await unstored.click();
  await expect.element(screen.getByRole('button', { name: '1 left out', exact: true })).toBeVisible();
});

it('stores what is decided after the page was left, as by a submit that ends then', async () => {
  const uuid = crypto.randomUUID();
  const key = sessionKey('', uuid);
  let left: PullSessionHandle | undefined;
  function Leaving() {
    const handle = usePullSession(uuid);
    useEffect(() => {
      left = handle;
    }, [handle]);
    return <p>{handle.isLoaded ? 'Here' : 'Loading'}</p>;
  }
  function Around() {
    const [isThere, setThere] = useState(true);
    return isThere ? (
      <>
        <Leaving />
        <button onClick={() => setThere(false)}>Leave</button>
      </>
    ) : (
      <p>Left</p>
    );
  }
  await saveDraft(key, { deselected: {}, choices: {}, view: 'tree' });
  const screen = await draw(<Around />);
  await expect.element(screen.getByText('Here')).toBeVisible();
  expect(left?.isLeft()).toBe(false);
  await screen.getByRole('button', { name: 'Leave' }).click();
  await expect.element(screen.getByText('Left')).toBeVisible();
  expect(left?.isLeft()).toBe(true);
  // No dispatch of the same tick reverts another.
  left?.dispatch({ type: 'select', serviceId: 'docs', deselected: ['a.md'] });
  left?.dispatch({ type: 'select', serviceId: 'shop', deselected: ['b.js'] });
  await expect.poll(() => readDraft(key)).toMatchObject({ deselected: { docs: ['a.md'], shop: ['b.js'] } });
});

const of = (name: string) => ({ deselected: { docs: [name] }, choices: {}, view: 'tree' });

it('keeps what is decided for whoever decided it, not for others who use the browser', async () => {
  const uuid = crypto.randomUUID();
  await saveDraft(sessionKey('ada', uuid), of('ada'));
  const screen = await draw(<Page uuid={uuid} />);
  await screen.getByRole('button', { name: 'Turn' }).click();
  await screen.getByRole('button', { name: '0 left out' }).click();
  await expect.poll(() => readDraft(sessionKey('', uuid))).toMatchObject(of('a.md'));
  expect(await readDraft(sessionKey('ada', uuid))).toEqual(of('ada'));
  expect(await readDraft(sessionKey('eve', uuid))).toBeUndefined();
});
