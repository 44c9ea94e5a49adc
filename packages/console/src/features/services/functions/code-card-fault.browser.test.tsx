import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { signIn } from '../../../../test/sign-in.ts';
import { keepText } from '../../../lib/kept-text.ts';
import { CodeCard } from './CodeCard.tsx';

const place = { folderPath: 'functions', name: 'refund.meta.js' };
const live = { content: 'export default { disabled: true };\n', checksum: 'a'.repeat(40) };

it('warns of metadata that the service could not read, although it is JavaScript', async () => {
  signIn('configuration.read', 'configuration.write');
  const text = 'export default { disabled: true, retention: 30 * 24 };\n';
  keepText('ada/shop/functions/refund.meta.js', JSON.stringify({ text, base: live }));
  const screen = await draw(
    <CodeCard serviceId="shop" place={place} label="the file functions/refund.meta.js" live={live} />,
  );
  await expect.element(screen.getByText(/^Line 1, column \d+ may not be readable: /)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
});

it('refuses no file that runs, although the highlighter gives up on it', async () => {
  signIn('configuration.read', 'configuration.write');
  const operands = Array.from({ length: 360 }, (_, index) => `'line ${index}'`).join(' +\n');
  const text = `export default () =>\n${operands};\n`;
  const mail = { folderPath: 'functions', name: 'mail.js' };
  keepText('ada/shop/functions/mail.js', JSON.stringify({ text, base: live }));
  const screen = await draw(<CodeCard serviceId="shop" place={mail} label="the function mail" live={live} />);
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
});
