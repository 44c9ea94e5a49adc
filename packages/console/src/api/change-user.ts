import { type User, type UserPatch, updateUser } from '@atrium/contract/accounts/user';
import { call } from './call.ts';
import { session } from './session.ts';

/** Changes what is kept about the signed-in person, and tells the widget and the other tabs. */
export async function changeUser(patch: UserPatch): Promise<User> {
  const user = await call(updateUser, { body: patch });
  session().userChanged(user);
  return user;
}
