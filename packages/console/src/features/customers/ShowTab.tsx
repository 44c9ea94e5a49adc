import { useAddressed } from '../../layout/use-addressed.ts';
import { Button } from '../../ui/Button.tsx';

/** Link to another tab of the customer page. */
export function ShowTab({ tab, children }: { tab: string; children: string }) {
  const [, setTab] = useAddressed('tab');
  return <Button onClick={() => setTab(tab)}>{children}</Button>;
}
