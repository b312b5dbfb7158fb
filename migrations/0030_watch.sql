-- compatible with: 26

-- Mails that were given up are counted at each scrape of the metrics and on the overview; there are few of them among many.
create index mails_failed on mails (workspace_id, done_at) where state = 'failed';
