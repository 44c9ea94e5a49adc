/** Who sells: the fixed block on every invoice, line by line. */
export const SELLER = ['Atrium Cloud Services', 'Billing department', 'billing@atrium.example'] as const;
