import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { signIn } from '../../../../test/sign-in.ts';
import { keepText } from '../../../lib/kept-text.ts';
import { CodeCard } from './CodeCard.tsx';

const place = { folderPath: 'functions', name: 'refund.meta.js' };
const live = { content: 'export default { disabled: true };\n', checksum: 'a'.repeat(40) };

it('saves no metadata that the service could not read, although it is JavaScript', async () => {
  signIn('configuration.read', 'configuration.write');
  const text = 'export default { disabled: true, retention: 30 * 24 };\n';
  keepText('ada/shop/functions/refund.meta.js', JSON.stringify({ text, base: live }));
  const screen = await draw(
    <CodeCard serviceId="shop" place={place} label="the file functions/refund.meta.js" live={live} />,
  );
  await expect.element(screen.getByText(/^Line 1, column \d+ cannot be read: /)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});
