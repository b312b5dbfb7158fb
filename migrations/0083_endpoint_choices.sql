-- compatible with: 37

-- Headers of an endpoint's owner, and the values that events must have. Nodes of 0.2 send without the headers and
-- ignore the filters.
alter table event_endpoints
  add column headers bytea,
  add column header_names text[],
  add column filters jsonb,
  add constraint event_endpoints_headers check ((headers is null) = (header_names is null));

comment on column event_endpoints.headers is 'encrypted with SECRET_KEY: a JSON object of names and values';
comment on column event_endpoints.filters is 'field → text: all must be equal in the data of an event; null for no filter';
comment on column event_endpoints.types is 'types of events and wildcards such as contact.*; null for all';

-- Whether the data of an event has all these values, in itself or in its extra fields. Data that is JSON but cannot be
-- jsonb matches nothing: an error would hold up the feed of all.
create function event_matches(data json, filters jsonb) returns boolean language plpgsql immutable parallel safe as $$
declare
  facts jsonb;
begin
  facts := data::jsonb;
  return coalesce(coalesce(facts -> 'extra', '{}') || facts @> filters, false);
exception when data_exception then
  return false;
end $$;
