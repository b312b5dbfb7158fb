-- compatible with: 26
-- no transaction

-- 0019 and 0034 go from one day with contacts to the next. A day whose last contact went after the triggers were there, and
-- before its turn, was passed over, and one less than none was counted for it. Such days are counted again, one by one and as
-- there. The lock is that of whoever adds up the queues.

-- Contacts by day: what a statement sees of contacts and queue is of one moment.
do $$
declare
  missed record;
begin
  for missed in
    select workspace_id, day from contact_days where 0 > any (counts)
    union
    select workspace_id, (at at time zone 'UTC')::date from contact_days_queue where contacts < 0
  loop
    perform pg_advisory_xact_lock(hashtextextended('doorpost.leads.fold', 0));
    delete from contact_days where workspace_id = missed.workspace_id and day = missed.day;
    insert into contact_days (workspace_id, by, day, name, counts)
      select missed.workspace_id, by, missed.day, name, counts_of_day(array_agg(quarter), array_agg(contacts::integer))
        from (
          select by, name, least(95, greatest(0, floor(extract(epoch from at - missed.day::timestamp at time zone 'UTC') / 900)))::integer as quarter,
                 sum(contacts) as contacts
            from (
              select created_at as at, utm_source, utm_medium, contact_channel(webhook_id, key_id) as channel, 1 as contacts
                from contacts
               where workspace_id = missed.workspace_id and id >= first_id_at(missed.day::timestamp at time zone 'UTC')
                 and id < first_id_at((missed.day + 1)::timestamp at time zone 'UTC')
              union all
              select at, utm_source, utm_medium, channel, -contacts from contact_days_queue
               where workspace_id = missed.workspace_id and at >= missed.day::timestamp at time zone 'UTC'
                 and at < (missed.day + 1)::timestamp at time zone 'UTC') as counted
                 cross join lateral (
                   values ('utm_source', utm_source), ('utm_medium', utm_medium), ('channel', channel)) as named (by, name)
           where name is not null group by 1, 2, 3 having sum(contacts) <> 0) as quarters
       group by by, name;
    commit;
  end loop;
end $$;

-- Leads by day. As in 0019, each under a lock of a few milliseconds.
do $$
declare
  missed record;
begin
  for missed in
    select workspace_id, kind, substr(kind, 7)::date as day from row_counts where kind like 'leads:%'
     group by workspace_id, kind having sum(rows) < 0
  loop
    perform pg_advisory_xact_lock(hashtextextended('doorpost.leads.fold', 0));
    lock table contacts in share row exclusive mode;
    delete from row_counts where workspace_id = missed.workspace_id and kind = missed.kind;
    insert into row_counts (workspace_id, kind, slot, rows)
      select missed.workspace_id, missed.kind, 0, count(*)
             - (select coalesce(sum(rows), 0) from lead_queue where workspace_id = missed.workspace_id and day = missed.day)
        from contacts
       where workspace_id = missed.workspace_id and id >= first_id_at(missed.day::timestamp at time zone 'UTC')
         and id < first_id_at((missed.day + 1)::timestamp at time zone 'UTC');
    commit;
  end loop;
end $$;
