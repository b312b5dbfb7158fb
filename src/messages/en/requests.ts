/** Refusals that any request can get. */
export const requests = {
  'request.validation_error': 'The request is not valid. See details for each field.',
  'request.more_problems': '{first} (and {more} more, see details)',
  'request.unauthorized': 'An API key is needed. Send it as "Authorization: Bearer svc_pk_...".',
  'request.forbidden': 'This is not allowed with the key that was sent.',
  'request.not_found': 'There is nothing at this address.',
  'request.method_not_allowed': 'This method is not allowed here. See the Allow header.',
  'request.idempotency_conflict':
    'The first request with this Idempotency-Key is still running. Send it again in a moment.',
  'request.precondition_failed':
    'If-Match does not hold: it was changed meanwhile. Read it again, then send the change with its new ETag.',
  'request.payload_too_large': 'The body is too large.',
  'request.idempotency_mismatch':
    'This Idempotency-Key was used for a different request. Use a new key for a new request.',
  'request.rate_limit_exceeded': 'Too many requests. Wait, then try again.',
  'request.internal_error':
    'Something went wrong on our side. Try again; if it stays, report it with the X-Request-Id of this answer.',
  'request.service_unavailable':
    'The database cannot be reached right now, so it is not certain that anything was stored. Try again in a few seconds; with an Idempotency-Key that is safe.',
  'request.wrong_method': '{method} is not possible here. Use {list}.{hint}',
  'request.hint_create': ' Create a post at POST {path}, posts for several accounts at POST /v1/posts.',
  'request.hint_read': ' Read posts at GET /v1/posts?platform={name} and GET {path}.',
  'request.no_platform': 'There is no such platform. Use {platforms}.',
  'mcp.no_batch': 'Send one call at a time: the protocol has no lists of calls.',
  'request.no_path': 'There is nothing at this address. The API starts at /v1 and is described at /docs/api.',

  // The form of the request.
  'request.two_hosts': 'The request has more than one Host header. Send one.',
  'request.no_host': 'The Host header is missing. HTTP/1.1 needs it.',
  'request.transfer_encoding': 'Transfer-Encoding may only be "chunked". Send the body without compression.',
  'request.expect': 'The Expect header may only be "100-continue".',
  'request.connect': 'CONNECT is not possible: this is no proxy.',
  'request.plain_http':
    'Only HTTPS is accepted here. Use the https:// address; if this request came through your own proxy, set TRUST_PROXY to its address.',
  'request.long_headers': 'The URL and headers are larger than {max, number} bytes. Send fewer or shorter ones.',
  'request.long_extensions': 'The chunk extensions of the body are too large. Send it without them.',
  'request.too_slow': 'The request took too long to arrive. Send it again, faster.',
  'request.not_read':
    'The server stood still for some seconds and did not read this request. Nothing was stored. Send it again.',
  'request.not_http': 'The request is not valid HTTP. Check the request line and the headers.',
  'request.bad_url': 'The URL is not valid: check its percent-encoding.',
  'request.bad_query': 'The query string is not valid: check its percent-encoding.',
  'request.if_match': 'If-Match must be * or the ETag of an answer with its quotes, such as "3" (not 3 or W/"3").',
  'request.idempotency_key': 'Idempotency-Key must be 1 to {max} printable ASCII characters, for example a UUID.',

  'body.too_large': 'The body is larger than {max, number} bytes. Send a smaller one.',
  'body.too_large_without_key':
    'The body is larger than {max, number} bytes. Send a smaller one. Requests with an API key may send up to 1,048,576 bytes.',
  'body.cut_off': 'The body ended before all of it had arrived.',
  'body.no_object': 'The body is empty. Send a JSON object.',
  'body.tiny_chunks':
    'The body comes in more than {chunks, number} pieces of fewer than {bytes} bytes each. Write larger pieces, or send the body as a whole with a Content-Length.',
  'content.compressed_json': 'Content-Encoding is not supported. Send the body as plain JSON, without compression.',
  'content.not_json': 'Content-Type must be application/json. Send the body as a JSON object with that header.',
  'content.json_charset': 'The charset of Content-Type must be utf-8. JSON is always sent as UTF-8.',
  'content.compressed_csv': 'Content-Encoding is not supported. Send the file without compression.',
  'content.not_csv':
    'Content-Type must be text/csv, or the type of an .xlsx or .ods file. Send the file itself as the body, with that header.',
  'content.compressed_form': 'Content-Encoding is not supported. Send the body without compression.',
  'content.not_form':
    'Content-Type must be application/json, application/x-www-form-urlencoded or multipart/form-data. Browsers send the last two by themselves.',
  'content.form_charset': 'The charset of Content-Type must be utf-8. Send the page and the form as UTF-8.',

  // Who may send it.
  'access.bad_header':
    'The Authorization header must be there once, as "Bearer" and an API key: "Authorization: Bearer svc_pk_...".',
  'access.session_ended': 'Your session has ended. Sign in again.',
  'access.people_only': 'This is for people who are signed in. Sign in to the dashboard, then try again.',
  'access.no_key': 'No API key may do this. Sign in to the dashboard and do it there.',
  'access.key_only': 'This is for API keys. Send one: Authorization: Bearer svc_pk_...',
  'access.no_scope': 'This API key lacks the permission {scope}. Use a key that has it, or create one with it.',
  'access.needs_scope': '{what} needs the permission {scope}. Use a key that has it.',
  'access.field': '{name}',
  'access.change_by_address': 'Changing a contact by its address',
  'access.change_not_own': 'Changing a contact that another key or the team created',
  'access.merge_not_own': 'Merging contacts that another key or the team created',
  'access.notify': 'notify.emails, which sends leads by mail,',
  'access.viewer':
    'Your role is viewer: it may look but not change. Ask an owner of the team for the role editor or owner.',
  'access.role':
    'Your role is {role}, and this needs {needed}. Ask an owner of the team to do it, or to change your role.',
  'role.owner': 'owner',
  'role.editor': 'editor',
  'role.viewer': 'viewer',
  'access.foreign_page':
    'This request came from another website, or does not say from where. Use the dashboard itself; programs use an API key.',
  'access.foreign_website':
    'Forms on this website may not send contacts here. An owner can allow its origin in the settings of the workspace.',
  'access.foreign_form':
    'This form does not take submissions from this website. Add its origin to allowed_origins of the form, or to those of the workspace.',

  'limit.authenticated':
    'This API key may send {points} requests a minute. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  'limit.batch':
    'This batch counts as {units} requests, and {left, plural, one {# is} other {# are}} left of this minute. Send fewer contacts, or try again in {seconds, plural, one {# second} other {# seconds}}.',
  'limit.dashboard':
    'A signed-in person may send {points} requests a minute. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  'limit.public':
    'Without an API key, {points} contacts a minute are accepted from one address. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  'limit.webhook':
    'This webhook takes {points} deliveries a minute. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  'limit.open':
    'One address may ask for {points} pages and files a minute. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  'limit.failed_auth':
    'Too many wrong keys, passwords, codes or links came from this address. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  'limit.sign_in':
    'After {points} attempts in a minute, this account waits for the rest of it. Try again in {seconds, plural, one {# second} other {# seconds}}.',

  // The query of a list.
  'query.unknown': 'There is no query parameter "{name}". Known are {known}.',
  'query.misspelt': 'There is no query parameter "{name}". Did you mean {nearest}?',
  'query.takes_none': 'There is no query parameter "{name}": this operation takes none. Leave it out.',
  'query.repeated': '{field} must be given once, but it is there {times} times.',
  'query.not_id': '{field} must be the id of {what}, a UUID.',
  'object.account': 'a connected account',
  'object.group': 'a group of posts',
  'object.form': 'a form',
  'object.contact': 'a contact',
  'object.post': 'a post',
  'object.link': 'a link',
  'object.any': 'a record',
  'query.not_flag': '{field} must be true or false.',
  'query.not_day': '{field} must be a date without a time, such as 2026-11-01.',
  'query.late_day': '{field} must be {last} at the latest.',
  'query.day_required': '{field} is required: a date such as 2026-11-01.',
  'query.days_reversed': 'from must not be after to, but {from} is after {to}.',
  'query.too_many_days': 'from and to must be at most {max} days apart, but from {from} to {to} there are {days}.',
  'query.page_too_far':
    'page is too far into the list: here, numbered pages begin at most {rows} rows from its start. Follow next_cursor, or narrow the list.',
  'query.cursor_and_page': 'cursor and page cannot be used together. Follow next_cursor, or count pages.',
  'cursor.other_order': 'This cursor goes on with order={order}. Leave order out, or begin without a cursor.',
  'query.one_order': 'order is not taken here: this list has one order. Leave it out.',
  'query.search_newest_first': 'A search in contacts is newest first: leave order or q out.',
  'query.bad_cursor': 'cursor must be a next_cursor from an earlier answer, unchanged.',

  // For operators. `{problem}` has the command line's wording.
  'ready.stopping': 'The process is stopping.',
  'ready.no_database': 'The database cannot be reached.',
  'ready.schema': 'The database schema is not usable: {report}',
  'ready.disk': 'The database cannot store anything: {report}.',
  'ready.problem': '{report}',
  'ready.no_runner': 'The job runner has ended. Restart this process; its log says why.',
  'ready.worker': 'A worker answers GET /healthz, /readyz and /metrics only. The API is where ROLE is "api" or "all".',
  'metrics.token': 'The metrics need the token of METRICS_TOKEN: "Authorization: Bearer ...".',

  // The database, when it is certain that nothing was stored.
  'database.refused':
    'The database refuses Doorpost, so nothing was stored. Its administrator has to look at it. Try again later.',
  'database.collision': 'Another change was in the way of this one. Nothing was stored. Try again.',
  'database.full': 'The database cannot store anything right now. Nothing was stored. Try again later.',
  'database.no_connection': 'The database has no connection left. Nothing was stored. Try again in a few seconds.',
  'database.locked':
    'The database is busy with a change of its tables. Nothing was stored. Try again in a few seconds.',
  'database.too_long': 'The database took too long for this, and gave up. Narrow the request down, or try again later.',
  'database.queue_full':
    'Too many writes are waiting for the database. Nothing was stored. Try again in a few seconds.',
} as const
