COMMENT ON COLUMN bulk_file.changed_by IS 'Author of the last status change: an API key, person: and the id of a person of the portal, or the name of a job.';
COMMENT ON COLUMN bulk_file.uploaded_by IS 'The maker: an API key, or person: and the id of a person of the portal.';
COMMENT ON COLUMN bulk_file.released_by IS 'The checker, in the form of uploaded_by; where two people are needed, not the maker.';
COMMENT ON COLUMN business.queue_if_low_balance IS 'True: a payout that exceeds the spendable balance waits in status 3 for up to four days. False: it fails with INSUFFICIENT_BALANCE.';
COMMENT ON VIEW beneficiary_trail IS 'The history of a beneficiary, without the verifications that its business asked for (name_verification); order by at.';
