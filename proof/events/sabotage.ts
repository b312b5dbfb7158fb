import type { ClaimName } from './verdict.ts'

/** Claims that the sabotage must violate. If one still holds, the proof does not check what it claims. */
export const SABOTAGED: readonly ClaimName[] = [
  'every acknowledged contact and delivery is stored',
  'repeated requests stored nothing twice',
  'every contact has exactly one contact.created',
  'every delivery has exactly one webhook.received',
  'every form became exactly one contact',
  'every event is about a stored record',
  'every event reached the receiver',
  'every event marked as delivered was accepted by the receiver',
  'the receiver got nothing but our events',
  'every signature is valid',
  'each id has exactly one body, which contains it',
  'the feed showed every event exactly once, in order',
]

// One in this many rows; each statement hits different ids.
const ONE_IN = 10

/**
 * Breaks each promise in the database, so that Doorpost itself stays the same: commits answered before they are on
 * disk, rows that disappear soon after, forgotten answers to repeats, events that are lost or belong to nothing, late
 * positions in the feed, deliveries marked as done, events that change between two attempts or are removed after them,
 * forms whose contact disappears.
 */
export const SABOTAGE = `
  create function is_sabotaged(id uuid, part int) returns boolean language sql immutable as
    $$ select get_byte(uuid_send(id), 15) % ${ONE_IN} = part $$;

  create function hurry_commit() returns trigger language plpgsql as $$
  begin
    perform set_config('synchronous_commit', 'off', true);
    return null;
  end $$;
  ${[
    'contacts',
    'webhook_deliveries',
    'idempotency_keys',
    'event_outbox',
    'events',
    'event_deliveries',
    'event_attempts',
    'row_counts',
  ]
    .map(
      (table) => `create trigger sabotage_commit before insert or update or delete on ${table}
        for each statement execute function hurry_commit();`,
    )
    .join('\n')}

  create function forget_answer() returns trigger language plpgsql as $$
  begin
    return null;
  end $$;
  create trigger sabotage_answer before insert on idempotency_keys for each row execute function forget_answer();

  create function lose_event() returns trigger language plpgsql as $$
  begin
    if is_sabotaged(new.id, 3) then new.subject_id := gen_random_uuid(); end if;
    return case when is_sabotaged(new.id, 0) then null else new end;
  end $$;
  create trigger sabotage_lost before insert on event_outbox for each row execute function lose_event();

  create function lose_contact() returns trigger language plpgsql as $$
  begin
    delete from contacts where delivery_id = new.id;
    return null;
  end $$;
  create constraint trigger sabotage_form after update on webhook_deliveries deferrable initially deferred for each row
    when (new.mapping_state = 'mapped' and is_sabotaged(new.id, 5)) execute function lose_contact();

  create function misplace_event() returns trigger language plpgsql as $$
  begin
    if is_sabotaged(new.id, 1) then new.position := -new.position; end if;
    if is_sabotaged(new.id, 6) then
      delete from contacts where id = new.subject_id;
      delete from webhook_deliveries where id = new.subject_id;
    end if;
    return new;
  end $$;
  create trigger sabotage_place before insert on events for each row execute function misplace_event();

  create function skip_delivery() returns trigger language plpgsql as $$
  begin
    if is_sabotaged(new.event_id, 2) then
      new.state := 'delivered';
      new.delivered_at := now();
      new.next_at := null;
    end if;
    return new;
  end $$;
  create trigger sabotage_delivery before insert on event_deliveries for each row execute function skip_delivery();

  create function change_event() returns trigger language plpgsql as $$
  begin
    update events set data = jsonb_set(data::jsonb, '{first_name}', '"Another"')::json
      where workspace_id = new.workspace_id and id = new.event_id and data is not null;
    return null;
  end $$;
  create trigger sabotage_event after update on event_deliveries for each row
    when (new.state = 'pending' and new.attempts > old.attempts) execute function change_event();

  create function remove_event() returns trigger language plpgsql as $$
  begin
    delete from events where workspace_id = new.workspace_id and id = new.event_id;
    return null;
  end $$;
  create trigger sabotage_removal after update on event_deliveries for each row
    when (new.state = 'delivered' and is_sabotaged(new.event_id, 4)) execute function remove_event();
`
