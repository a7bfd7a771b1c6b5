UPDATE batch_job_instance SET job_name = 'reconciliation-dry-run' WHERE job_name = 'reconciliation-rehearsal';
UPDATE batch_step_execution SET step_name = 'DRY_RUN' WHERE step_name = 'REHEARSE';
