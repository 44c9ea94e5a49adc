import { describe, expect, it } from 'vitest';
import { type RefreshOutcome, ReplayQueue } from './replay-queue.ts';

function queueWith() {
  const asked = { refreshes: 0 };
  let answer = Promise.withResolvers<RefreshOutcome>();
  const queue = new ReplayQueue(() => {
    asked.refreshes += 1;
    return answer.promise;
  });
  return {
    queue,
    asked,
    settle: (outcome: RefreshOutcome) => {
      const settled = answer;
      answer = Promise.withResolvers();
      settled.resolve(outcome);
    },
    fail: (error: Error) => answer.reject(error),
  };
}

const denied = new Error('401');

describe('requests that met a 401', () => {
  it('ask once for a token however many wait, and are replayed in order, none waiting for another', async () => {
    const { queue, asked, settle } = queueWith();
    const sent: number[] = [];
    const slow = Promise.withResolvers<void>();
    const waiting = [1, 2, 3].map((number) =>
      queue.wait(async () => {
        sent.push(number);
        if (number === 1) await slow.promise;
        return number * 10;
      }, denied),
    );
    expect(sent).toEqual([]);
    settle('granted');
    expect(await Promise.all(waiting.slice(1))).toEqual([20, 30]);
    expect(sent).toEqual([1, 2, 3]);
    slow.resolve();
    expect(await waiting[0]).toBe(10);
    expect(asked.refreshes).toBe(1);
  });

  it('do not keep those that come later waiting for a slow replay', async () => {
    const { queue, asked, settle } = queueWith();
    const slow = Promise.withResolvers<string>();
    const started = Promise.withResolvers<void>();
    const first = queue.wait(() => {
      started.resolve();
      return slow.promise;
    }, denied);
    settle('granted');
    await started.promise;
    await Promise.resolve();
    const late = queue.wait(() => Promise.resolve('late'), denied);
    settle('granted');
    expect(await late).toBe('late');
    slow.resolve('first');
    expect(await first).toBe('first');
    expect(asked.refreshes).toBe(2);
  });

  it('keep the failure of a replay to itself', async () => {
    const { queue, settle } = queueWith();
    const first = queue.wait(() => Promise.reject(new Error('500')), denied);
    const second = queue.wait(() => Promise.resolve('fine'), denied);
    settle('granted');
    await expect(first).rejects.toThrow('500');
    expect(await second).toBe('fine');
  });

  it('are refused with their own error when access stays denied', async () => {
    const { queue, settle } = queueWith();
    const waiting = queue.wait(() => Promise.resolve('never'), denied);
    settle('denied');
    await expect(waiting).rejects.toBe(denied);
  });

  it('are refused with the reason when the refresh itself fails', async () => {
    const { queue, fail } = queueWith();
    const waiting = queue.wait(() => Promise.resolve('never'), denied);
    fail(new Error('no network'));
    await expect(waiting).rejects.toThrow('no network');
  });

  it('are never sent when the page reloads for another person', async () => {
    const { queue, settle } = queueWith();
    let isSent = false;
    void queue.wait(async () => {
      isSent = true;
    }, denied);
    settle('reload');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isSent).toBe(false);
  });

  it('leave the queue when they are cancelled', async () => {
    const { queue, settle } = queueWith();
    const controller = new AbortController();
    let isSent = false;
    const repeat = async () => {
      isSent = true;
    };
    const waiting = queue.wait(repeat, denied, controller.signal);
    controller.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    settle('granted');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isSent).toBe(false);
  });

  it('are refused with their own error when access is not granted within their limit of time', async () => {
    const { queue } = queueWith();
    const limit = new AbortController();
    const waiting = queue.wait(() => Promise.resolve('never'), denied, limit.signal);
    limit.abort(new DOMException('too long', 'TimeoutError'));
    await expect(waiting).rejects.toBe(denied);
  });

  it('fail as their replay does when their limit of time ends after access was granted', async () => {
    const { queue, settle } = queueWith();
    const limit = new AbortController();
    const replayed = Promise.withResolvers<void>();
    const away = new Error('0');
    const repeat = () => {
      replayed.resolve();
      return new Promise<never>((_, reject) => {
        limit.signal.addEventListener('abort', () => reject(away));
      });
    };
    const waiting = queue.wait(repeat, denied, limit.signal);
    settle('granted');
    await replayed.promise;
    limit.abort(new DOMException('too long', 'TimeoutError'));
    await expect(waiting).rejects.toBe(away);
  });

  it('ask again for those that came during a replay', async () => {
    const { queue, asked, settle } = queueWith();
    let late: Promise<string> | undefined;
    const first = queue.wait(async () => {
      late = queue.wait(() => Promise.resolve('late'), denied);
      return 'first';
    }, denied);
    settle('granted');
    expect(await first).toBe('first');
    await new Promise((resolve) => setTimeout(resolve, 5));
    settle('granted');
    expect(await late).toBe('late');
    expect(asked.refreshes).toBe(2);
  });
});
