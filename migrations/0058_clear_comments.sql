-- compatible with: 37

-- Corrects comments that named a file or a term of the past, or were hard to read.

comment on column connect_requests.handle is 'the account to approve, if the provider must know it first';
comment on column connect_requests.session is 'state for when the browser comes back, such as the DPoP key; encrypted with SECRET_KEY';
comment on column connections.held_until is 'the platform asked to wait: nothing is sent on this account before then';
comment on column contact_days.counts is 'contacts of the day up to the end of each quarter-hour; the last value is the whole day';
comment on column contact_days_queue.contacts is '1 for a new contact, -1 for a deleted one';
comment on column contact_imports.cancelled is 'the rest of the file was discarded; the counts cover the part before';
comment on column contacts.confirmation is 'whether the address was confirmed by mail; null if no confirmation was requested';
comment on column contacts.is_touch is 'true: the contact itself is its touch; false: it has none; null: see kept_touches';
comment on column erasures.email_sha256 is 'hash of email_key; the only trace of the address after the erasure';
comment on column erasures.in_background is 'false: a request waits for the result, and the row is deleted afterwards';
comment on column erasures.phase is 'the current step, which continues after after_key';
comment on column erasures.quiet is 'records that were never announced, so their deletion is not announced either';
comment on column event_deliveries.round is 'attempts since it last started over; the schedule counts these';
comment on column event_endpoints.failures is 'consecutive failures; enough of them open the circuit';
comment on column event_endpoints.open_until is 'nothing is sent to it before then';
comment on column event_endpoints.scopes is 'read permissions of the person who chose its types: events that need others are not sent; null for all';
comment on column event_endpoints.secret is 'encrypted with SECRET_KEY. For a webhook the signing key, and the previous one until it expires; for a chat its address and token as JSON';
comment on column event_endpoints.url is 'where events are sent; for a chat only the part that may be shown, because anyone with the address can write there';
comment on column event_outbox.hold_until is 'the event waits for a missing part, such as a permalink, until then at most';
comment on column event_outbox.names_others is 'whether data contains an address other than the contact''s; null: unknown';
comment on column events.names_others is 'whether data contains an address other than the contact''s; null: unknown';
comment on column events.subject_version is 'version of the subject when the event happened; 0 if unknown';
comment on column feed_epochs.started_after is 'positions of this epoch are above this one; readers of earlier epochs have not seen them';
comment on column form_file_room.stored_at is 'when submission_files got the files; null while they are being stored';
comment on column idempotency_keys.headers is 'headers to send again with a repeat, such as ETag and Location';
comment on column idempotency_keys.meaning_hash is 'hash of route, method and parsed body; null in rows of 0.2';
comment on column installation.timeline is 'timeline of the write-ahead log; changes when a standby is promoted';
comment on column installation_nodes.publishes is 'whether it sends posts, so that its record of sends matters';
comment on column installation_nodes.timeline is 'timeline of the write-ahead log up to which the record of this node agrees';
comment on column lead_counts.first_leads is 'leads whose first touch has the key';
comment on column lead_queue.whole is 'recount all contacts of the same people, because one of their touches was removed or moved';
comment on column lead_touches.day is 'the day on which the contact came in, in UTC';
comment on column mails.leads is 'number of leads it is about; contact_id is null for more than one';
comment on column members.lead_mail_since is 'earlier leads are not mailed';
comment on column members.weekly_mail_until is 'the Monday up to which results have been mailed';
comment on column posts.in_line_since is 'when the post was held; its lateness counts from then';
comment on column posts.outgoing is 'the text with tracked links, as every attempt sends it, and those links; null if the text is sent unchanged';
comment on column search_blocks.grams is 'one number for the workspace, and one for each sequence of three letters: src/contacts/grams.ts';
comment on column webhook_sources.access_token is 'encrypted with SECRET_KEY; fetches leads, because Meta only sends their ids';
comment on column webhook_sources.delivery_id is 'where to find the delivery id if the sender has no usual place: header:NAME, query:NAME or body:/json/pointer';
comment on column webhook_sources.signature is 'how a custom sender signs (hmac): header, prefix, hash, encoding, template, tolerance';
comment on column workspaces.allowed_origins is 'null: the setting ALLOWED_ORIGINS; empty: any website';
comment on table second_factor_guesses is 'codes tried since the last correct one, which deletes the row';
comment on table verifications is 'pending steps of a sign-in (second factor, passkey), and trusted devices';
