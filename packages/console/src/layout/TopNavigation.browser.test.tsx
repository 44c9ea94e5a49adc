import { listWork } from '@atrium/contract/work/work';
import { it } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { expectClearOf, ManyButtons } from '../../test/focus-clear.tsx';
import { answer } from '../../test/platform.ts';
import { signIn } from '../../test/sign-in.ts';
import { TopNavigation } from './TopNavigation.tsx';

it('does not cover what has the focus on the way up a page', async () => {
  signIn();
  answer(listWork, () => ({ work: [] }));
  const screen = await draw(
    <>
      <TopNavigation SystemStatus={() => null} onOpenDialog={() => undefined} />
      <ManyButtons />
    </>,
  );
  const bar = screen.getByRole('navigation', { name: 'Main' }).element().parentElement as HTMLElement;
  await expectClearOf(bar, 'top');
});
