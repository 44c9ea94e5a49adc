import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';

interface FirstOfProps<Row> {
  rows: readonly Row[];
  /** Initial number of items, and number added per click. */
  count: number;
  /** Noun of the items: `tests`. */
  name: string;
  children: (row: Row, index: number) => ReactNode;
}

/** The first rows of a list, and a button for more: thousands at once would stop the page. */
export function FirstOf<Row>({ rows, count, name, children }: FirstOfProps<Row>) {
  const [shown, setShown] = useState(count);
  const left = rows.length - shown;
  return (
    <>
      {rows.slice(0, shown).map(children)}
      {left > 0 && (
        <li>
          <Button size="small" onClick={() => setShown(shown + count)}>
            Show {Math.min(left, count)} more of {rows.length.toLocaleString('en')} {name}
          </Button>
        </li>
      )}
    </>
  );
}
