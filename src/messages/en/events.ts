/** Events, their endpoints and deliveries, and chats that get them. */
export const events = {
  'event.not_found': 'There is no event with this id that you may see. List them at GET /v1/events.',
  'event.not_visible':
    'Seeing {types} needs the permission {missing}. Use a key that has it, or leave these events out.',
  'event.not_type': '{field} must be an event type, but it is {found}.',
  'event.unknown_type': 'There is no event type "{name}". Known are {known}.',
  'event.misspelt_type': 'There is no event type "{name}". Did you mean {nearest}?',
  'event.unknown_wildcard': '"{name}" stands for no event types. Use {known}, or name the types.',

  'endpoint.not_found': 'There is no endpoint with this id. List them at GET /v1/events/endpoints.',
  'endpoint.too_many': 'A workspace has at most {max} endpoints. Remove one first: DELETE /v1/events/endpoints/{id}.',
  'endpoint.types_not_list': '{field} must be a list of event types, or null for all, but it is {found}.',
  'endpoint.no_types': '{field} must name at least one type. Send null for all, or pause the endpoint.',
  'endpoint.too_many_types': 'There are {known} event types, but {field} has {count}.',
  'endpoint.wrong_status': '{field} must be active or paused.',
  'endpoint.status_at_first': 'An endpoint is active at first. Leave status out, then PATCH /v1/events/endpoints/{id}.',
  'endpoint.kind_stays':
    'The kind of an endpoint cannot be changed: this one is {kind}. Create another endpoint instead.',
  'endpoint.token_unused': 'Only an endpoint of kind ntfy has a token. Leave it out.',
  'endpoint.language_unused':
    'Only chats and phones have a language: a webhook gets events as data, without sentences. Leave it out.',
  'endpoint.token_characters': 'The token must have no spaces, and only ASCII characters.',
  'endpoint.filter_id': '{field} must be an id, but it is {found}.',
  'endpoint.filters_never':
    'No event of this endpoint has {names}, so nothing would be sent. Change filters or events.',
  'endpoint.too_many_headers': '{field} may have at most {max} headers, but it has {count}.',
  'endpoint.header_name':
    '{name} cannot be the name of a header. Use at most {max} letters, digits, hyphens and underscores.',
  'endpoint.header_reserved': 'Doorpost sets this header itself. Use another name.',
  'endpoint.header_twice': 'This header is sent twice: names of headers are not case-sensitive. Send it once.',
  'endpoint.header_value': '{field} must be one line of ASCII characters, and not empty.',
  'endpoint.header_not_stored': 'There is no stored value of this header that could stay. Send its value.',
  'endpoint.headers_move':
    'The stored values of the headers are not sent to another server. Send them again with the new url, or an empty object for none.',
  'endpoint.headers_unused': 'Only an endpoint of kind webhook has headers. Leave them out.',
  'endpoint.url_spaces': 'The URL must not have spaces or line breaks.',
  'endpoint.url_fragment': 'The URL must not have a fragment (#…): it would not be sent.',
  'endpoint.not_visible': 'This endpoint gets events that this API key may not see. Use a key that also has {missing}.',
  'endpoint.not_granted':
    'This endpoint may not get {type}: its events were chosen with a key that lacks {scope}. Choose them again with one that has it: PATCH /v1/events/endpoints/{id}.',
  'endpoint.no_secret':
    'An endpoint of kind {kind} has no signing secret. Create a new address in {chat}, and change url to it.',
  'endpoint.is_disabled': 'The endpoint is disabled. Set its status to active first: PATCH /v1/events/endpoints/{id}.',
  'endpoint.since_ahead': '{field} must not lie in the future.',
  'endpoint.since_too_old': '{field} must be at most {days} days back: older events are not kept.',
  'endpoint.gone':
    'It answered 410 (gone). When it is there again, set its status to active and recover what it has missed.',
  'endpoint.failed_for_days':
    'Nothing could be delivered for five days. Fix it, set its status to active, and recover what it has missed.',
  'endpoint.being_removed': 'It is being removed.',

  'attempt.no_delivery':
    'There is no such delivery that you may see. List them at GET /v1/events/endpoints/{id}/deliveries.',
  'attempt.gone': 'The endpoint answered 410: it is gone, and nothing more is sent to it.',
  'attempt.redirected':
    'The endpoint answered {status}. Redirects are not followed: give the address that it leads to.',
  'attempt.refused': 'The endpoint answered {status}. It has to answer with a status from 200 to 299.',

  'chat.wrong_slack':
    'This is not the address of an incoming webhook of Slack: it begins with https://hooks.slack.com/services/. Copy it in Slack: api.slack.com/apps, your app, Incoming Webhooks.',
  'chat.wrong_discord':
    'This is not the address of a webhook of Discord: it looks like https://discord.com/api/webhooks/123/abc. Copy it in Discord: Edit Channel, Integrations, Webhooks.',
  'chat.retired_teams':
    'This is an address of a Microsoft 365 connector, which Microsoft has retired. Create a new one in Teams: the channel, Workflows, "Send webhook alerts to a channel".',
  'chat.wrong_ntfy':
    'The address must end with a topic of up to 64 letters, digits, - and _, such as https://ntfy.sh/my-leads-k3v9x2. Choose one that cannot be guessed: anyone with the address can read the messages.',
  'chat.too_many_messages': '{chat} asked for fewer messages. Doorpost sends it again later.',
  'chat.unknown_webhook':
    '{chat} no longer knows this webhook. Create a new webhook there, and change the address of this endpoint to it.',
  'chat.unknown_webhook_code':
    '{chat} no longer knows this webhook ({code}). Create a new webhook there, and change the address of this endpoint to it.',
  'chat.channel_gone':
    'The channel of this webhook is gone ({code}). Create a new webhook there, and change the address of this endpoint to it.',
  'chat.forbidden':
    'An administrator of {chat} does not allow this webhook to write to its channel ({code}). Choose another channel, or ask them.',
  'chat.topic_forbidden':
    'The ntfy server does not let Doorpost write to this topic. Give the endpoint an access token that may.',
  'chat.wrong_address':
    '{chat} does not accept this address. Create a new webhook there, and change the address of this endpoint to it.',
  'chat.message_refused':
    '{chat} did not accept the message. Its other messages are not affected; please report this as a fault of Doorpost.',
  'chat.message_refused_code':
    '{chat} did not accept the message ({code}). Its other messages are not affected; please report this as a fault of Doorpost.',
} as const
