// The reference of a warm navigation: React with two views of a table each, whose rows are there already.
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';

const views = ['Invoices', 'Usage'];
const rows = Array.from({ length: 20 }, (_, index) => `Row ${index}`);
const columns = ['Number', 'Name', 'Amount', 'State', 'Day'];

function Page() {
  const [view, setView] = useState(views[0]);
  const open = (event, name) => {
    event.preventDefault();
    history.pushState(null, '', `?view=${name}`);
    setView(name);
  };
  return h(
    'div',
    null,
    h(
      'nav',
      { 'aria-label': 'Side' },
      views.map((name) =>
        h('a', { key: name, href: `?view=${name}`, onClick: (event) => open(event, name) }, name),
      ),
    ),
    h('main', { key: view }, h('h1', null, view), h(Table, { view })),
  );
}

function Table({ view }) {
  return h(
    'table',
    null,
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        columns.map((name) => h('th', { key: name }, name)),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map((row) =>
        h(
          'tr',
          { key: row },
          columns.map((name) => h('td', { key: name }, `${view} ${row} ${name}`)),
        ),
      ),
    ),
  );
}

createRoot(document.getElementById('host')).render(h(Page));
