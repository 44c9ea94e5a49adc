import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { CodeEditor } from './CodeEditor.tsx';

const LABEL = 'Code of the function greet';

/** Controls the editor like a page: typed text is passed back as `text`. */
function Code({ isEdited = false }) {
  const [isDraft, setDraft] = useState(isEdited);
  const [text, setText] = useState('one\ntwo\nthree');
  return (
    <>
      <button type="button" onClick={() => setDraft(true)}>
        Edit
      </button>
      <CodeEditor
        label={LABEL}
        name="greet.js"
        text={text}
        line={2}
        onChange={isDraft ? setText : undefined}
      />
      <output>{text.replaceAll('\n', '|')}</output>
    </>
  );
}

it('selects the line that a link names once, and keeps every key that is typed', async () => {
  const screen = await draw(<Code isEdited />);
  const code = screen.getByRole('textbox', { name: LABEL });
  (code.element() as HTMLElement).focus();
  await userEvent.keyboard('ab');
  await expect.element(screen.getByRole('status')).toHaveTextContent('one|ab|three');
});

it('selects the line in the draft, too, that is begun from it', async () => {
  const screen = await draw(<Code />);
  await screen.getByRole('button', { name: 'Edit' }).click();
  (screen.getByRole('textbox', { name: LABEL }).element() as HTMLElement).focus();
  await userEvent.keyboard('new line');
  await expect.element(screen.getByRole('status')).toHaveTextContent('one|new line|three');
});

it('lies below what opens above the page, with its search bar, too', async () => {
  const screen = await draw(
    <>
      <CodeEditor label={LABEL} name="greet.js" text="one" />
      <div data-testid="ground" className="fixed inset-0 z-40" hidden />
    </>,
  );
  (screen.getByRole('textbox', { name: LABEL }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}f{/Control}');
  const find = screen.getByRole('textbox', { name: 'Find' });
  await expect.element(find).toBeVisible();
  const ground = screen.getByTestId('ground').element() as HTMLElement;
  ground.hidden = false;
  const { x, y } = find.element().getBoundingClientRect();
  expect(document.elementFromPoint(x + 5, y + 5)).toBe(ground);
});
