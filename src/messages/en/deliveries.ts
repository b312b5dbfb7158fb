/** Deliveries to webhooks: why one is refused (`rejection`), and the outcome of its mapping. */
export const deliveries = {
  'rejection.not_found': 'There is no rejection with this id. List them at GET /v1/webhooks/{id}/rejections.',
  'rejection.repeated_header': 'The header {name} came more than once. Find out what adds the second one.',
  'rejection.missing_header':
    'The header {name} is missing. Check that the sender signs, and that a proxy passes it on.',
  'rejection.empty_header': 'The header {name} is empty. Check that the sender has a secret to sign with.',
  'rejection.not_time':
    'The timestamp in {name} must be seconds or milliseconds since 1970 in digits only, or a time such as {example}.',
  'rejection.too_old':
    'The timestamp in {name} is {age} s old, but at most {tolerance} s are allowed. Check the clocks of the sender and of this server; if they are right, it was sent late or is a replay.',
  'rejection.too_new':
    'The timestamp in {name} is {age} s ahead, but at most {tolerance} s are allowed. Check the clocks of the sender and of this server.',
  'rejection.no_secret': 'This webhook has no secret, so nothing can be verified. Set the secret of the sender.',
  'rejection.no_verify_token': 'This webhook has no verify token. Set it to the clientState of the subscription.',
  'rejection.no_rule': 'This webhook does not know how its sender signs. Set its signature rule.',
  'rejection.bare_word': 'The body is a bare word, but {sender} sends JSON objects. It came from someone else.',
  'rejection.wrong_signature':
    'The signature does not fit the body. Check that the secret of this webhook is {secret}, and that nothing on the way changes the body.',
  'rejection.not_hex':
    'The header {header} must be {prefix}<{length} lower-case hex digits>. Check that the service chosen for this webhook is the one that sends to it.',
  'rejection.not_base64':
    'The header {header} must be {prefix}<{length} characters of base64>. Check that the service chosen for this webhook is the one that sends to it.',
  'rejection.not_by_rule':
    'The header {header} must be {prefix}<a {hash} signature in {encoding}>. Compare it with the signature rule of this webhook.',
  'rejection.malformed_id': 'The id in the header {header} must be at most {max} visible ASCII characters{without}.',
  'rejection.malformed_timestamp':
    'The timestamp in the header {header} must be at most {max} visible ASCII characters{without}.',
  'rejection.without': ', without {texts}',
  'rejection.not_notifications':
    'The body must be JSON with a list "value" of notifications, as Microsoft Graph sends.',
  'rejection.no_client_state': 'A notification has no clientState. Give one when you create the subscription.',
  'rejection.wrong_client_state':
    'A clientState is not the verify token of this webhook. Check that the subscription was created with it.',
  'rejection.no_time': 'The header {header} has no {name}=. Check that the sender of this webhook is the right one.',
  'rejection.not_json_beside':
    'The body must be JSON: what is signed has the id or URL right beside it. Check the signature rule of this webhook.',
  'rejection.no_token':
    'The delivery brings no secret. Check that the sender is set up to send it: the secret of this webhook is {secret}.',
  'rejection.wrong_token':
    'The secret in the delivery does not match. Check that the secret of this webhook is {secret}.',

  'delivery.not_found': 'There is no delivery with this id. List them at GET /v1/webhooks/{id}/deliveries.',
  'delivery.refused':
    'This webhook takes only requests that prove where they come from, and this one does not. Check the signing secret, the clock, and that the body is sent exactly as it was signed. The owner of the webhook sees the reason.',
  'delivery.not_post': '{method} is not possible here. Use POST.',
  'delivery.paused': 'This webhook is paused and keeps nothing for now. Send the delivery again later.',
  'delivery.empty': 'The delivery has no body, so there is nothing to map.',
  'delivery.not_multipart':
    'The delivery is not a valid multipart form, so it cannot be read. Let the sender use JSON.',
  'delivery.gzip':
    'The delivery is compressed, but it cannot be decompressed, or exceeds {max} bytes decompressed. Have the sender send it uncompressed.',
  'delivery.no_type': 'The delivery has no Content-Type and is not JSON. Mapping reads JSON and forms.',
  'delivery.other_type': 'The delivery is {type} and not JSON. Mapping reads JSON and forms.',
  'delivery.form_not_utf8': 'The form is not valid UTF-8. Let the sender encode it in UTF-8.',
  'delivery.form_too_long': 'The form has more than {max, number} fields. Let the sender leave out what is not needed.',
  'delivery.form_proto': 'The form has a field named __proto__, which is not allowed. Rename or remove it.',
  'delivery.form_encoding':
    'The form field "{name}" has percent-encoding that is not UTF-8, so it cannot be read for certain. Let the sender encode it in UTF-8, or name its charset in the Content-Type: windows-1252 is understood.',

  'mapped.whole': 'The delivery',
  'mapped.place': 'What is at {path}',
  'mapped.not_list': '{where} is not a list, but the mapping makes one contact of each item there. Correct each.',
  'mapped.empty_list': '{where} is an empty list.',
  'mapped.long_list': '{where} is a list of {count} items. At most {max, number} become contacts: send fewer at once.',
  'mapped.other_value': '{where} is {actual}; only deliveries with {wanted} there become contacts.',
  'mapped.no_value': '{where} has no value; only deliveries with {wanted} there become contacts.',
  'mapped.too_much_work':
    'This delivery is too much work for the mapping: too many rules look through too long lists. Use fewer rules, or pointers without [name=value], or let the sender send less at once.',
  'mapped.more_unread': 'The rest of the delivery was not read.',
  'mapped.no_name': 'No first name was found. Tried: {tried}. Say where it is in fields.first_name of the mapping.',
  'mapped.no_name_among':
    'No first name was found. Tried: {tried}. The names there are {names}. Say where it is in fields.first_name of the mapping.',
  'mapped.two_addresses':
    'There are two different e-mail addresses, {first} and {second}, and either may be the right one. Say in fields.email of the mapping which one it is, such as {example}.',
  'mapped.left_out_name': '{name} was left out because of its name.',
  'mapped.left_out_number': '{name} was left out: {path} is too large a number to be kept exactly.',
  'mapped.left_out_object': '{name} was left out: {path} is an object, not a single value.',
  'mapped.left_out_objects': '{name} was left out: {path} is a list of objects, not a single value.',
  'mapped.left_out_list': '{name} was left out: {path} is a list of more than {max, number} values.',
  'mapped.left_out_numbers':
    '{name} was left out: {path} is a list with a number that is too large to be kept exactly.',
  'mapped.cut': '{name} was cut to {max, number} characters.',
  'mapped.beyond':
    '{count, plural, one {# further value was} other {# further values were}} left out: a contact has at most {max} additional fields.',
  'mapped.beyond_all': 'Further values were left out: a contact has at most {max} additional fields.',
  'mapped.more': 'And {count} more of this kind.',

  'lead.not_stored':
    'Meta sends only the ids of leads, and those of a body to try are not fetched. Preview a stored delivery: send delivery_id.',
  'lead.may_not_fetch':
    'Meta sends only the ids of leads, and fetching them uses the access token of the webhook: it needs webhooks:write.',
  'lead.no_token':
    'Meta sends only the id of a lead, and reading the lead needs an access token. Set access_token of the webhook to a Page access token with the permission leads_retrieval, then replay this delivery.',
  'lead.unreadable_token': 'The access token cannot be read. {reason} Or set it again, then replay this delivery.',
  'secret.unknown_key': 'It was encrypted with a key that is not set. Put back the SECRET_KEY it was made with.',
  'secret.damaged': 'It was changed, or belongs to another record.',
  'lead.too_many': 'The delivery announces {count} leads, but at most {max} are fetched per delivery.',
  'lead.wrong_id': 'The id of the lead is not a number, so it cannot be read.',
  'lead.unreachable': 'Lead {lead} could not be read from Meta: {reason}',
  'lead.error': 'error {code}',
  'lead.status': 'status {status}',
  'lead.expired_token':
    'Meta did not give lead {lead} ({said}). The access token is no longer valid: set access_token of the webhook to a new one. Then replay this delivery.',
  'lead.weak_token':
    'Meta did not give lead {lead} ({said}). The access token lacks a permission: make one with leads_retrieval, pages_read_engagement and ads_management, and give its app access in the Leads Access Manager of the Page. Then replay this delivery.',
  'lead.busy': 'Meta did not give lead {lead} ({said}): it is busy or failing. Doorpost will retry.',
  'lead.gone':
    'Meta did not give lead {lead} ({said}). It was deleted, or the access token is not of its Page: check that the Page is the right one. Then replay this delivery.',
  'lead.no_data':
    'Meta did not give lead {lead} ({said}). The answer has no field_data: check that the token has leads_retrieval. Then replay this delivery.',
  'lead.refused':
    'Meta did not give lead {lead} ({said}). Check the access token of the webhook, and the version of the Graph API. Then replay this delivery.',
} as const
