import { toggleTabFocusMode } from '@codemirror/commands';
import { keymap } from '@codemirror/view';
import { expect, test } from 'vitest';
import { docOf } from '../../panes/pane-region.ts';
import { createPaneState } from './merge-editor.ts';

test('Ctrl+M frees Tab on a Mac, too', () => {
  const state = createPaneState({
    pane: 'merged',
    text: docOf(''),
    name: 'greet.js',
    isEditable: true,
    extensions: [],
  });
  const bindings = state.facet(keymap).flat();
  const onMac = bindings.filter(({ key, mac }) => (mac ?? key) === 'Ctrl-m');
  expect(onMac.map(({ run }) => run)).toEqual([toggleTabFocusMode]);
});
