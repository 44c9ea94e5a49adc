import { updateAccessKey } from '@atrium/contract/access-keys/access-key';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { AccessKeyDialog } from './AccessKeyDialog.tsx';

const accessKey = {
  id: 'robot',
  key: 'old',
  type: 'Ed25519',
  fingerprint: 'SHA256:abc',
  userId: null,
  serviceId: null,
  username: null,
  isOfAdministrator: false,
  isManaged: false,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  lastUsedAt: null,
  expiresAt: '2026-12-24T12:00:00.000Z',
};

it('leaves the time at which a key expires alone, unless another day is chosen', async () => {
  const sent = vi.fn<(...given: unknown[]) => void>();
  answer(updateAccessKey, ({ body }) => {
    sent(body.expiresAt);
    return accessKey;
  });
  const screen = await draw(<AccessKeyDialog accessKey={accessKey} onClose={() => {}} />);
  const save = screen.getByRole('button', { name: 'Save' });
  await screen.getByRole('textbox', { name: 'Key' }).fill('new');
  await save.click();
  await expect.poll(() => sent.mock.lastCall).toEqual([accessKey.expiresAt]);
  await screen.getByLabelText('Expires on').fill('2026-12-25');
  await save.click();
  await expect.poll(() => sent.mock.lastCall).toEqual(['2026-12-25T23:59:59Z']);
});
