-- compatible with: 37

-- A node of 0.2 that writes a new sentence leaves the code of the old one, which would then be shown. So the code goes.

create function forget_code() returns trigger language plpgsql as $$
begin
  new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null, tg_argv[1], null));
  return new;
end $$;

create trigger posts_forget_code before update of reason on posts for each row
  when (new.reason is distinct from old.reason and new.reason_code is not distinct from old.reason_code
        and new.reason_values is not distinct from old.reason_values)
  execute function forget_code('reason_code', 'reason_values');

create trigger connections_forget_code before update of status_reason on connections for each row
  when (new.status_reason is distinct from old.status_reason and new.reason_code is not distinct from old.reason_code
        and new.reason_values is not distinct from old.reason_values)
  execute function forget_code('reason_code', 'reason_values');

create trigger event_endpoints_forget_code before update of reason on event_endpoints for each row
  when (new.reason is distinct from old.reason and new.reason_code is not distinct from old.reason_code
        and new.reason_values is not distinct from old.reason_values)
  execute function forget_code('reason_code', 'reason_values');

create trigger mails_forget_code before update of reason on mails for each row
  when (new.reason is distinct from old.reason and new.reason_code is not distinct from old.reason_code
        and new.reason_values is not distinct from old.reason_values)
  execute function forget_code('reason_code', 'reason_values');

create trigger installation_forget_code before update of pause_reason on installation for each row
  when (new.pause_reason is distinct from old.pause_reason and new.reason_code is not distinct from old.reason_code
        and new.reason_values is not distinct from old.reason_values)
  execute function forget_code('reason_code', 'reason_values');

create trigger post_attempts_forget_code before update of message on post_attempts for each row
  when (new.message is distinct from old.message and new.message_code is not distinct from old.message_code
        and new.message_values is not distinct from old.message_values)
  execute function forget_code('message_code', 'message_values');

create trigger publishing_looks_forget_code before update of note on publishing_looks for each row
  when (new.note is distinct from old.note and new.note_code is not distinct from old.note_code
        and new.note_values is not distinct from old.note_values)
  execute function forget_code('note_code', 'note_values');
