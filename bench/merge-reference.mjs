// The references of the merge benchmark in one page: Monaco's diff editor, and CodeMirror's MergeView as it comes.
import { javascript } from '@codemirror/lang-javascript';
import { MergeView } from '@codemirror/merge';
import { EditorView, lineNumbers } from '@codemirror/view';
import * as monaco from 'monaco-editor';
// oxlint-disable-next-line import/default -- the ending is Vite's: it makes a worker of the module
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
// oxlint-disable-next-line import/default -- as above
import ScriptWorker from 'monaco-editor/language/typescript/ts.worker?worker';

/** The line in which keys are pressed, counted from 1; the same in the merge dialog. */
const TYPED_LINE = 6;

globalThis.MonacoEnvironment = {
  getWorker: (_, language) => (language === 'javascript' ? new ScriptWorker() : new EditorWorker()),
};
const host = document.getElementById('host');
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** What is open now ends by this. */
let close = () => {};
globalThis.closeReference = () => close();

globalThis.openMonaco = async (left, right) => {
  const startedAt = performance.now();
  const editor = monaco.editor.createDiffEditor(host, { originalEditable: false });
  const changed = new Promise((resolve) => editor.onDidUpdateDiff(resolve));
  const models = {
    original: monaco.editor.createModel(left, 'javascript'),
    modified: monaco.editor.createModel(right, 'javascript'),
  };
  editor.setModel(models);
  await changed;
  await painted();
  const elapsed = performance.now() - startedAt;
  editor.getModifiedEditor().setPosition({ lineNumber: TYPED_LINE, column: 1 });
  editor.getModifiedEditor().focus();
  close = () => {
    editor.dispose();
    models.original.dispose();
    models.modified.dispose();
  };
  return elapsed;
};

globalThis.openMergeView = async (left, right) => {
  const startedAt = performance.now();
  const extensions = [lineNumbers(), EditorView.editable.of(true), javascript()];
  const view = new MergeView({ parent: host, a: { doc: left, extensions }, b: { doc: right, extensions } });
  await painted();
  const elapsed = performance.now() - startedAt;
  view.b.dispatch({ selection: { anchor: view.b.state.doc.line(TYPED_LINE).to } });
  view.b.focus();
  close = () => view.destroy();
  return elapsed;
};

document.title = 'ready';
