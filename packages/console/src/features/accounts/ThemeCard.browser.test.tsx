import { type User, type UserPatch, updateUser } from '@atrium/contract/accounts/user';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { connectTestWidget } from '../../../test/sign-in.ts';
import { ThemeCard } from './ThemeCard.tsx';

const ada: User = {
  userId: 'ada',
  username: 'ada',
  email: 'ada@example.com',
  pendingEmail: null,
  firstName: 'Ada',
  lastName: 'Marin',
  parentId: null,
  domainId: 'd1',
  domain: 'marin',
  isAdmin: false,
  roles: [],
  permissions: [],
  params: { theme: 'light', firstSteps: 'open' },
};

it('keeps a theme for the next sign-in that was chosen when the session had ended', async () => {
  const userChanged = vi.fn<(user: User) => void>();
  const refresh = vi.fn<() => Promise<void>>(async () => tell('access-denied', {}));
  const tell = connectTestWidget({ userChanged, refresh });
  const signInAgain = (token: string) => {
    tell('access-granted', { token, userId: ada.userId });
    tell('user-data-loaded', ada);
  };
  signInAgain('old');
  const sent: (UserPatch['params'] | undefined)[] = [];
  answer(updateUser, ({ body }, headers) => {
    if (headers.get('authorization') === 'Bearer old') return refusal(401, 'Please sign in.');
    sent.push(body.params);
    return ada;
  });
  const screen = await draw(<ThemeCard />);
  await screen.getByRole('radio', { name: 'Dark' }).click();
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledOnce());
  signInAgain('new');
  await vi.waitFor(() => expect(userChanged).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ theme: 'dark' }]);
});
