/** Addresses, URLs and bodies, whatever field they are in. */
export const values = {
  'email.wrong': '{field} must be an e-mail address such as ana@example.com, but {why}.',
  'email.too_long': '{field} must be an e-mail address of at most {max} bytes, but it has {bytes}.',
  'email.too_long_in_ascii':
    '{field} must be an e-mail address of at most {max} bytes, but it has {bytes} with its domain in ASCII form.',
  'email.not_text': '{field} must be an e-mail address.',
  // The ends of email.wrong.
  'email.no_at': 'it has no @',
  'email.half_character': 'it holds half of a surrogate pair, which is not a character',
  'email.nothing_before': 'there is nothing before the @',
  'email.long_name': 'the part before the @ may have {max} bytes and has {bytes}',
  'email.second_at': 'it has more than one @',
  'email.character_before': 'it holds {character} before the @',
  'email.outer_dot': 'the part before the @ starts or ends with a dot',
  'email.two_dots': 'the part before the @ has two dots in a row',
  'email.nothing_after': 'there is nothing after the @',
  'email.address_literal': 'its domain is an address literal in brackets',
  'email.character_after': 'it holds {character} after the @',
  'email.bad_punycode': 'its domain is not a valid international domain name',
  'email.empty_label': 'its domain has a dot too many',
  'email.long_label': 'a part of its domain is longer than {max} characters',
  'email.outer_hyphen': 'a part of its domain starts or ends with a hyphen',
  'email.no_dot': 'its domain has no dot',
  'email.number': 'its domain ends in a number',
  'character.space': 'a space',
  'character.quotation_mark': 'a quotation mark',
  'character.visible': '"{character}"',
  'character.code': 'the character U+{code}',

  'url.not_absolute': 'The URL must be absolute, such as https://example.com/.',
  'url.too_long': 'The URL must have at most {max} characters.',
  'url.not_web': 'The URL must begin with https:// or http://.',
  'url.not_https': 'The URL must begin with https://.',
  'url.has_password': 'The URL must not have a user name or password.',
  'url.no_host': 'The URL must name a host.',
  'url.wrong_port': 'The URL must use one of the ports {ports}.',
  'url.private': '{host} leads to a private or reserved address. Use a public one.',

  // Requests to other servers.
  'fetch.unreachable': '{host} cannot be reached.',
  'fetch.no_lookup': 'The name {host} could not be looked up.',
  'fetch.no_address': 'The name {host} has no address.',
  'fetch.no_tls': '{host} has no TLS connection that can be trusted.',
  'fetch.stopped': 'The request was stopped.',
  'fetch.too_slow': 'The request took too long and was stopped.',
  'fetch.too_late': 'It was too late to send the request to {host}, so it was not sent.',
  'fetch.bad_header': 'The request has a header that is not valid.',
  'fetch.bad_redirect': '{host} redirects to something that is not a URL.',
  'fetch.too_many_redirects': '{host} redirects too often.',
  'fetch.other_protocol': '{host} switched the protocol.',
  'fetch.not_http': '{host} sent something that is not HTTP.',
  'fetch.compressed': '{host} sent a compressed answer, although it was asked not to.',
  'fetch.too_large': '{host} sent more than {max} bytes.',
  'fetch.tiny_pieces': '{host} sent its answer in thousands of tiny pieces.',
  'fetch.cut_off': '{host} ended the connection before its answer was whole.',
  'fetch.wrong_status': 'It answered with status {status}.',

  'origin.any': '{field} must name a website, such as https://www.example.com or https://*.example.com.',
  'origin.any_by_empty_list':
    '{field} must name a website, such as https://www.example.com or https://*.example.com. For any website, send an empty list.',
  'origin.no_scheme':
    '{field} must begin with https:// or http://, such as https://www.example.com or https://*.example.com.',
  'origin.second_star':
    '{field} may have one * only, as the whole first part of the name: https://*.example.com stands for all its subdomains.',
  'origin.not_origin':
    '{field} must be the origin of a website, such as https://www.example.com or https://*.example.com.',
  'origin.has_path': '{field} must be scheme, host and port without a path, as browsers send it: write {origin}.',
  'origin.short_domain':
    '{field} must have a domain of at least two parts behind the *, such as https://*.example.com.',

  'json.empty': 'The body is empty. Send JSON.',
  'json.not_utf8': 'The body is not valid UTF-8. Send JSON in UTF-8.',
  'json.byte_order_mark': 'The body starts with a byte order mark. Send JSON in UTF-8 without one.',
  'json.too_deep': 'The body is nested deeper than {max} levels. Send a flatter one.',
  'json.broken': 'The body is not valid JSON. Send one JSON value and nothing after it.',
  'json.broken_at':
    'The body is not valid JSON: the mistake is at position {position}. Send one JSON value and nothing after it.',
  'json.forbidden_key': 'The body has the key {key}, which is not allowed. Rename or remove it.',
  'body.empty': 'The body is empty. Send a JSON object with Content-Type: application/json.',
  'body.not_object': 'The body must be a JSON object, but it is {found}.',
  'body.no_change': 'Nothing is to be changed. Send at least one of {fields}.',
} as const
