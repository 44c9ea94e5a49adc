import { describe } from 'vitest';
import { consoleRules } from './console-rules.ts';
import { console, type Trial, tryRules } from './trial.ts';

const trials: Record<string, Trial> = {
  'imports of the console go down: routes → features → layout → api → ui → lib, and in a feature by its folders':
    {
      broken: [
        [console('lib/a.ts'), `import { a } from '../ui/a.ts';`],
        [console('ui/a.ts'), `import type { A } from '../api/a.ts';`],
        [console('api/a.ts'), `import { a } from '../layout/a.ts';`],
        [console('layout/a.ts'), `import { a } from '../features/billing/a.ts';`],
        [console('features/billing/a.ts'), `await import('../../routes.tsx');`],
        [console('features/configuration/submit/a.ts'), `import type { A } from '../merge/list/a.ts';`],
        [console('features/test-runs/a.ts'), `import { a } from './run/a.ts';`],
      ],
      kept: [
        [console('features/billing/a.ts'), `import { a } from '../../lib/a.ts';`],
        [console('features/configuration/merge/list/a.ts'), `import { a } from '../../submit/a.ts';`],
        [console('features/test-runs/run/a.ts'), `import { a } from '../a.ts';`],
      ],
    },
  'text has one of the five sizes of the theme': {
    broken: [
      [console('ui/A.tsx'), `const a = <p className="text-xl" />;`],
      [console('ui/A.tsx'), `const a = <p className="text-[13px]" />;`],
      [console('ui/A.tsx'), `const a = <text fontSize="11" />;`],
    ],
    kept: [[console('ui/A.tsx'), `const a = <p className="text-lg text-ink" />;`]],
  },
  'a feature imports another one through its public.ts, in the declared directions': {
    broken: [
      [console('features/billing/a.ts'), `import { a } from '../search/public.ts';`],
      [console('features/search/a.ts'), `import type { A } from '../billing/a.ts';`],
    ],
    kept: [
      [console('features/billing/a.ts'), `import { a } from './a.ts';`],
      [console('features/search/a.ts'), `import { a } from '../billing/public.ts';`],
    ],
  },
  'links are built in paths.ts only': {
    broken: [
      [console('ui/a.ts'), `const href = '/console/payment';`],
      [console('ui/a.ts'), 'const href = `/index/${page}`;'],
    ],
    kept: [
      [console('paths.ts'), `const href = '/console/payment';`],
      [console('ui/a.ts'), `fetch('/console/v1/user'); // not '/console/payment'`],
    ],
  },
  'a form is a FormDialog, a FormPage or a PlainForm': {
    broken: [
      [console('features/billing/A.tsx'), `const a = <form onSubmit={send} />;`],
      [console('ui/A.tsx'), `const a = <form\n  noValidate\n/>;`],
    ],
    kept: [
      [console('features/billing/A.tsx'), `const a = <PlainForm onSubmit={send} />;`],
      [console('ui/PlainForm.tsx'), `const a = <form onSubmit={send} />;`],
      [console('features/accounts/LoginForm.tsx'), `const a = <form method="post" />;`],
    ],
  },
  'deletions use useRemove': {
    broken: [
      [console('features/billing/a.ts'), `call(deleteCard, { params: { id } });`],
      [console('features/accounts/a.ts'), `const ending = useChangeById(\n  endSession, id);`],
    ],
    kept: [[console('features/billing/a.ts'), `useRemove(deleteCard, { invalidates: [listCards] });`]],
  },
  'a failed action shows in the error dialog, not in an alert': {
    broken: [
      [
        console('features/billing/A.tsx'),
        `const save = useChange({});\nconst a = <ErrorAlert title="A" error={save.error} />;`,
      ],
    ],
    kept: [
      [
        console('features/billing/A.tsx'),
        `const save = useChange({});\nconst a = <ErrorDialog error={save.error} />;\nconst b = <ErrorAlert error={query.error} />;`,
      ],
    ],
  },
  'a list that the server returns is an EntityList or an EntityTable': {
    broken: [
      [console('features/billing/A.tsx'), `import { Pagination } from '../../ui/Pagination.tsx';`],
      [console('features/billing/A.tsx'), `const a = <Table caption="A" rows={cards.data} />;`],
    ],
    kept: [
      [console('ui/EntityList.tsx'), `import { Pagination } from './Pagination.tsx';`],
      [console('features/billing/A.tsx'), `const a = <Table caption="A" rows={results} />;`],
    ],
  },
  'a button whose change needs a permission explains a refusal (useRefusal)': {
    broken: [[console('features/billing/a.ts'), 'call(payInvoice, { params: { id } });']],
    kept: [
      [
        console('features/billing/a.ts'),
        'const refusal = useRefusal(payInvoice);\nconst pay = () => call(payInvoice, { params: { id } });',
      ],
      [console('features/billing/a.ts'), 'call(getInvoice, { params: { id } });'],
    ],
    beside: [
      [
        'packages/contract/src/billing/invoice.ts',
        "export const payInvoice = defineEndpoint({\n  method: 'PUT',\n  permission: 'billing.pay',\n});\nexport const getInvoice = defineEndpoint({\n  method: 'GET',\n  permission: 'billing.read',\n});\n",
      ],
    ],
  },
  'the key of a query comes from its endpoint': {
    broken: [[console('features/billing/a.ts'), `useQuery({ queryKey: ['cards', id], queryFn });`]],
    kept: [
      [console('features/billing/a.ts'), `useQuery({ queryKey: [...cards.queryKey, version], queryFn });`],
    ],
  },
};

describe('in the console', () => {
  tryRules(consoleRules, trials);
});
