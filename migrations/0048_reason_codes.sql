-- compatible with: 37

-- A reason is a code of the catalogue with its values. The English sentence stays beside it, for nodes of 0.2 and for people who
-- read the tables; rows that 0.2 wrote have nothing else.

alter table backup_runs add column reason_code text, add column reason_values jsonb;
alter table connections add column reason_code text, add column reason_values jsonb;
alter table event_endpoints add column reason_code text, add column reason_values jsonb;
alter table installation add column reason_code text, add column reason_values jsonb;
alter table mails add column reason_code text, add column reason_values jsonb;
alter table posts add column reason_code text, add column reason_values jsonb;
alter table webhook_rejections add column reason_code text, add column reason_values jsonb;
