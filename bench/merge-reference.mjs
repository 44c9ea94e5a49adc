// The references of the merge benchmark in one page: Monaco's diff editor, and CodeMirror's MergeView as it comes.
import { javascript } from '@codemirror/lang-javascript';
import { MergeView } from '@codemirror/merge';
import { EditorView, lineNumbers } from '@codemirror/view';
import * as monaco from 'monaco-editor';
// oxlint-disable-next-line import/default -- the ending is Vite's: it makes a worker of the module
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';

globalThis.MonacoEnvironment = { getWorker: () => new EditorWorker() };
const host = document.getElementById('host');
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

globalThis.openMonaco = async (left, right) => {
  const startedAt = performance.now();
  const editor = monaco.editor.createDiffEditor(host, { originalEditable: false });
  const changed = new Promise((resolve) => editor.onDidUpdateDiff(resolve));
  editor.setModel({
    original: monaco.editor.createModel(left, 'javascript'),
    modified: monaco.editor.createModel(right, 'javascript'),
  });
  await changed;
  await painted();
  const elapsed = performance.now() - startedAt;
  editor.dispose();
  return elapsed;
};

globalThis.openMergeView = async (left, right) => {
  const startedAt = performance.now();
  const extensions = [lineNumbers(), EditorView.editable.of(true), javascript()];
  const view = new MergeView({ parent: host, a: { doc: left, extensions }, b: { doc: right, extensions } });
  await painted();
  const elapsed = performance.now() - startedAt;
  view.destroy();
  return elapsed;
};

document.title = 'ready';
