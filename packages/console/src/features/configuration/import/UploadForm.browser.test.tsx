import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { readLocalBodies } from '@atrium/contract/configuration/import';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { UploadForm } from './UploadForm.tsx';

it('blames the file for what is wrong with it, and not for a service that does not answer', async () => {
  signIn('configuration.read', 'configuration.write');
  const state = { version: 1, lastChange: null, exchange: null, ahead: null, behind: null };
  answer(listConfiguredServices, () => ({
    services: [{ serviceId: 'shop', serviceName: 'Shop', ...state }],
  }));
  answer(readLocalBodies, () => refusal(503, 'Shop cannot be reached.'));
  const screen = await draw(<UploadForm serviceId="shop" onLoaded={() => undefined} />);
  const alert = screen.getByRole('alert');
  const upload = async (text: string | Uint8Array<ArrayBuffer>) => {
    await screen.getByLabelText(/^File/).upload(new File([text], 'shop.json'));
    await screen.getByRole('button', { name: 'Upload' }).click();
  };
  await upload('{');
  await expect.element(alert).toMatchTextContent(/^The file could not be read\./);
  // The input must be empty, or choosing the same file again fires no change event.
  const input = screen.getByLabelText(/^File/);
  await expect.element(input).toHaveValue('');
  // "Müller" in ISO-8859-1.
  await upload(
    Uint8Array.from('{"functions":[{"name":"up","source":"M\u00fcller"}]}', (letter) => letter.charCodeAt(0)),
  );
  await expect
    .element(alert)
    .toMatchTextContent(/shop\.json is not UTF-8 text\. Save it with the encoding UTF-8/);
  await upload('{"functions":[{"name":"up","limit":12345678901234567890}]}');
  await expect
    .element(alert)
    .toMatchTextContent(/functions\.0\.limit: The number 12345678901234567890 has more digits/);
  await upload('{"__proto__":[{"name":"up","source":"1"}]}');
  await expect.element(alert).toMatchTextContent(/__proto__: This name cannot be used\./);
  await upload('{}');
  await expect.element(alert).toMatchTextContent(/^Error encountered\. *Shop cannot be reached\./);
  // Nor does a look at the picker lose it.
  input.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(input).not.toHaveValue('');
});
