import { EditorView } from '@codemirror/view';
import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { signIn } from '../../../../test/sign-in.ts';
import { CodeCard } from './CodeCard.tsx';

afterEach(() => void vi.useRealTimers());

/** Someone who may change a function sees its card; each card has another service, because tests share kept drafts. */
function drawCode(content: string) {
  signIn('configuration.write');
  return draw(
    <CodeCard
      serviceId={crypto.randomUUID()}
      place={{ folderPath: 'functions', name: 'greet.js' }}
      label="the function greet"
      live={{ content, checksum: 'a'.repeat(40) }}
    />,
  );
}

it('announces a fault of the code once typing pauses', async () => {
  const screen = await drawCode('const a = 1;\n');
  await screen.getByRole('button', { name: 'Edit' }).click();
  const code = screen.getByRole('textbox', { name: 'Code of the function greet' });
  const save = screen.getByRole('button', { name: 'Save' });
  await expect.element(code).toHaveAttribute('contenteditable', 'true');
  const editor = EditorView.findFromDOM(code.element() as HTMLElement) as EditorView;
  const type = (insert: string) => editor.dispatch({ changes: { from: editor.state.doc.length, insert } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  type('const b = 2;');
  await expect.poll(() => save.element().hasAttribute('disabled')).toBe(false);
  type(' const c = (');
  await expect.poll(() => editor.state.doc.toString()).toContain('const c = (');
  const region = screen.getByText('functions/greet.js').element().querySelector('[aria-live]');
  expect(region?.textContent).toBe('');
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => region?.textContent).toMatch(/^Line 2, column \d+ may not be readable: /);
  expect(save.element().hasAttribute('disabled')).toBe(false);
});

it('Edit leads into the text, and Stop editing back to Edit', async () => {
  const screen = await drawCode('one\n');
  const text = screen.getByRole('textbox', { name: 'Code of the function greet' });
  await expect.element(text).toBeVisible();
  const edit = screen.getByRole('button', { name: 'Edit' });
  (edit.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(text).toHaveFocus();
  await expect.element(text).toHaveAttribute('contenteditable', 'true');
  (screen.getByRole('button', { name: 'Stop editing' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(edit).toHaveFocus();
});

it.each(['one\r\ntwo\n', 'one\rtwo\r', '\uFEFFone\r\ntwo'])(
  'offers no save of %j before a key is pressed',
  async (content) => {
    const screen = await drawCode(content);
    await screen.getByRole('button', { name: 'Edit' }).click();
    await expect.element(screen.getByRole('button', { name: 'Stop editing' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  },
);
