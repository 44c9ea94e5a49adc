import { EditorView } from '@codemirror/view';

/*
 * The content policy allows no style elements, which is how the editor brings its styles into a document. Into
 * a root without a head it brings them as an adopted style sheet, which the policy allows, and what the first
 * editor of a document did counts for all later ones: so the first is made while the head is out of sight.
 */
Object.defineProperty(document, 'head', { value: null, configurable: true });
new EditorView({}).destroy();
Reflect.deleteProperty(document, 'head');
