/** Where the rows of a table would be if the platform were spread over many database servers (docs/scale.md). */
type Place = 'distributed' | 'everywhere' | 'central';

/** With the rows of its domain: all that grows with what domains do. */
const distributed = [
  'connection_events connection_hooks connection_states',
  'backups candidates change_searches connections exchange_contents exchanges git_operations log_entries protections reached_files reaches',
  'remote_contents run_times submissions test_quarantines test_results test_run_services test_runs',
  'function_mails refused_addresses',
  'usage_days usage_events usage_metric_days usage_months',
  'runtime.accepted_request runtime.allowed_host runtime.blob runtime.collection_index runtime.configuration runtime.entry runtime.entry_index runtime.file runtime.function_day runtime.function_value runtime.invocation runtime.invocation_log',
  'runtime.background_run runtime.schedule',
  'runtime.invoked runtime.refused_request runtime.service_hour runtime.stored runtime.stripped_source runtime.version runtime.withdrawn_import',
];

/** On every server, the same: few rows that seldom change, which rows of domains refer to or are priced with. */
const everywhere = ['bonuses domains price_revisions price_rules roles services users domain_limits'];

/** On one server, with the reason. */
const central: Record<string, string[]> = {
  'It is looked up before anyone knows the domain: by a token, a key, a cookie, an identity.': [
    'access_keys attempt_counts authenticators identities identity_providers idempotency_keys key_requests known_devices',
    'one_time_tokens own_keys page_grants passkeys provider_attempts provider_sign_ins recovery_codes refresh_tokens sessions',
    'sign_in_challenges function_hosts',
  ],
  'Money: numbered or unique over all domains, a few rows of a customer in a month.': [
    'addresses automatic_charges automatic_payments billing_periods budgets cards credit_entries free_tier_cards invoice_notices invoice_numbers invoices',
    'payment_reversals payments test_provider_cards test_provider_charges test_provider_tokens',
  ],
  'It lives for a day, or there are a few of a domain.': [
    'development_mails domain_day_counts git_grants mail_counts held_notifications notification_channels notification_rules notification_states notifications outbox_deliveries pulls work_seen',
    'runtime.canceled_test runtime.test_entry',
  ],
  'It is about the platform, not about domains.': [
    'budget_walks call_counts database_backups demo_seeds secret_keys service_health service_health_days service_keys signing_keys',
    'usage_pruning usage_rejections value_keys',
  ],
};

const placed = (lists: string[], place: Place): [string, Place][] =>
  lists.flatMap((list) => list.split(' ')).map((table) => [table, place]);

/** By the table's name; those of the services have their schema before it. */
export const tablePlaces: ReadonlyMap<string, Place> = new Map([
  ...placed(distributed, 'distributed'),
  ...placed(everywhere, 'everywhere'),
  ...placed(Object.values(central).flat(), 'central'),
]);
