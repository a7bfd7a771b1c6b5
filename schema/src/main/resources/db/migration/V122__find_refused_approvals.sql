-- Pages show who asked why not: the newest refusals of a kind. Without an index they read every approval of the business.
CREATE INDEX approval_refused ON approval (business_id, kind, closed_at) WHERE state = 'REFUSED';
