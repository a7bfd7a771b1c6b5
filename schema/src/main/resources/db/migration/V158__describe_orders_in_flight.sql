COMMENT ON COLUMN bank_health.calls_in_flight IS 'Orders, enquiries and registrations of this copy that wait for the bank, for all its rails. Several orders may share a call.';
