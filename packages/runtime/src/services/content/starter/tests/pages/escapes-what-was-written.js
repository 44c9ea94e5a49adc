export default async function escapesWhatWasWritten({ call, content, expect }) {
  await content.insert('pages', { id: 'odd', title: '<b>', body: 'Tea & "Cups"' });
  const { html } = await call('pages/render', { id: 'odd' });
  expect(html).to.equal('<h1>&lt;b&gt;</h1>\n<p>Tea &amp; &quot;Cups&quot;</p>');
}
