-- Due deliveries are claimed endpoint by endpoint, so that one with a long queue cannot stand in front of the others.
CREATE INDEX webhook_delivery_due_by_endpoint ON webhook_delivery (endpoint_id, due_at) WHERE state = 'PENDING';
DROP INDEX webhook_delivery_due;
