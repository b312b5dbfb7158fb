-- compatible with: 37

-- The senders of webhooks are a list in the program. A node of 0.2 that does not know one refuses its deliveries and keeps them.

alter table webhook_sources drop constraint webhook_sources_provider_check;
