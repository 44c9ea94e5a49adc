-- When a test last passed, and first failed since, is asked for every failure of a run, however long its history is.
create index test_results_passed on test_results (domain_id, service_id, test_id, run_id desc) where status = 'OK';
create index test_results_failed on test_results (domain_id, service_id, test_id, run_id desc) where status = 'FAIL';
