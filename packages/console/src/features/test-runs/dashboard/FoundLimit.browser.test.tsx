import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { FoundLimit } from './FoundLimit.tsx';

const text = 'These are the latest 1,000. Choose fewer days to find earlier ones.';

it('is shown only where there may be more runs', async () => {
  const all = await draw(<FoundLimit count={999} />);
  await expect.element(all.getByText(text)).not.toBeInTheDocument();
  await all.unmount();
  const cut = await draw(<FoundLimit count={1000} />);
  await expect.element(cut.getByText(text)).toBeVisible();
});
