// Makes HTML of an entry of "pages". Try: call it with {"id": "imprint"}.
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text) => text.replace(/[&<>"]/g, (character) => entities[character]);

export default async function render({ id }, { content }) {
  const { title, body } = await content.get('pages', id);
  return { html: `<h1>${escape(title)}</h1>\n<p>${escape(body)}</p>` };
}
