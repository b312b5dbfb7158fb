/** Rules of webhooks, of their signatures, and of mappings. */
export const webhooks = {
  'webhook.not_found': 'There is no webhook with this id. List them at GET /v1/webhooks.',
  'webhook.no_such_address': 'There is no webhook at this address. Check the URL, or create a new webhook.',
  'webhook.name_taken':
    'There is a live webhook named "{name}" already. Choose another name, or revoke that one first.',
  'webhook.revoked': 'This webhook is revoked and cannot be changed. Create a new one.',
  'webhook.delivery_id_place':
    '{field} must say where the id is: header:NAME, query:NAME or body:/json/pointer, for example header:x-event-id.',
  'webhook.signature_required': '{field} is required for the sender hmac: say at least in which header it is.',
  'webhook.signature_unused': '{field} is only for the sender hmac; how {provider} signs is known. Leave it out.',
  'webhook.secret_without_provider':
    'secret has no use without a sender that signs. Choose the sender as provider, or leave it out.',
  'webhook.secret_unused':
    'secret has no use with the sender {provider}, which does not sign. Send its {token} as verify_token.',
  'webhook.secret_blank': 'secret must not be blank. Copy it from the sender.',
  'webhook.secret_too_long': 'secret must be at most {max} characters, but it has {length}.',
  'webhook.secret_control_character':
    'secret holds a line break or another control character. Copy it again, without the line end.',
  'webhook.secret_placeholder': 'secret is the placeholder of an example. Copy the real one from the sender.',
  'webhook.secret_not_base64': 'secret must be whsec_ and base64, or base64 alone, as the sender shows it.',
  'webhook.secret_not_hex': 'secret must be at least 32 hex digits (0–9, a–f), as the sender shows it.',
  'webhook.secret_too_short': 'secret must be at least {min} bytes in base64.',
  'webhook.secret_is_api_key':
    "secret must be the endpoint''s signing secret (whsec_…), but this is an API key. Roll the key if it was exposed.",
  'webhook.preview_choice': 'Send either delivery_id of a stored delivery, or body to try.',
  'webhook.preview_not_id': '{field} must be the id of a stored delivery.',
  'webhook.no_mapping': 'This webhook has no mapping yet. Send the one to try as mapping.',

  'signature.not_header': '{field} must be the name of a header, such as X-Signature, of at most {max} characters.',
  'signature.header_required': '{field} is required. Send the name of the header with the signature.',
  'signature.not_ascii': '{field} must be at most {max} visible ASCII characters or spaces.',
  'signature.timestamp_in_header':
    '{field} is the header of the signature. Leave it out, and write prefix with {place} in it, such as "{example}".',
  'signature.id_header_shared': '{field} must be a header of its own.',
  'signature.place_once': '{field} must hold {place} once.',
  'signature.prefix_end': '{field} needs text between {place} and the signature.',
  'signature.timestamp_in_prefix': '{field} has no use when the prefix holds {place}.',
  'signature.other_braces': '{field} may hold {places}, but no other braces.',
  'signature.unsigned_prefix':
    '{field} must hold {place}: what is not signed proves nothing. Or take it out of prefix.',
  'signature.unsigned_header': '{field} must hold {place}: what is not signed proves nothing. Or leave {header} out.',
  'signature.header_for_place': '{field} is required, because the template holds {place}.',
  'signature.tolerance_unused': '{field} needs {place} in the template.',
  'signature.gap': '{field} needs text between {first} and {second}, so that none passes for the other.',
  'signature.gap_or_tolerance':
    '{field} needs text between {first} and {second}, so that none passes for the other, or set tolerance_seconds.',

  'mapping.no_first_name':
    '{field} must have first_name, which every contact needs. Say where it is, such as {example}, or choose a preset.',
  'mapping.too_many_extra': '{field} must have at most {max} additional fields, but it has {count}.',
  'mapping.not_equals': '{field} must be a list of 1 to {max} strings of 1 to {length} characters.',
  'mapping.not_values': '{field} must be a pointer or a list of 1 to {max}.',
  'mapping.too_many_fields': '{field} must have at most {max} fields, but it has {count}.',
  'mapping.field_name': 'Names in {path} must have 1 to {max} characters, and not be __proto__.',
  'mapping.too_many_rules': '{field} must have at most {max} alternatives, but it has {count}.',
  'mapping.one_kind': '{field} must have exactly one of pointer, answer and constant.',
  'mapping.constant_take': '{field} has no meaning for a constant. Leave it out.',
  'mapping.not_constant': '{field} must be a string of 1 to {max, number} characters, a number or a boolean.',
  'pointer.missing': '{field} must be a JSON Pointer, such as /form/email, but it is missing.',
  'pointer.not_text': '{field} must be a JSON Pointer, such as /form/email, but it is {found}.',
  'pointer.too_long': '{field} must be at most {max} characters. It is a JSON Pointer (RFC 6901).',
  'pointer.no_slash': '{field} must begin with "/", such as /form/email. It is a JSON Pointer (RFC 6901).',
  'pointer.tilde': '{field} has a "~" that is neither ~0 (for ~) nor ~1 (for /). It is a JSON Pointer (RFC 6901).',
  'pointer.too_deep': '{field} must have at most {max} segments. It is a JSON Pointer (RFC 6901).',
} as const
