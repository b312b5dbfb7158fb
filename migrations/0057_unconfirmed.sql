-- compatible with: 37
-- no transaction

-- submissions_email finds what an address has sent: each address has sent little. This index cost every submission as much as
-- three others.

drop index concurrently if exists submissions_unconfirmed;
