import { useNavigate, useSearch } from '@tanstack/react-router';

/** What a list is searched for, kept in the address. Another search starts on the first page. */
export function useTextAddress() {
  const { text }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = (next: string) =>
    void navigate({ to: '.', search: next === '' ? {} : { text: next }, resetScroll: false });
  return { searched: typeof text === 'string' ? text : '', search };
}
