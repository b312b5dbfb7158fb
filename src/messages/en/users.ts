/** People who sign in, their team and their links; API keys; live streams. */
export const users = {
  'sign_in.wrong_password': 'The e-mail address or the password is wrong. Check both, or set a new password.',
  'sign_in.wrong_own_password': 'The password is wrong. Type the one you signed in with.',
  'sign_in.wrong_code': 'This code is wrong, too old, or was used before. Use the one that the app shows now.',
  'sign_in.wrong_backup_code': 'This backup code is wrong or was used before. Use another one.',
  'sign_in.start_again': 'This sign-in has ended. Begin again with e-mail address and password.',
  'sign_in.no_second_factor': 'The second factor is not set up. Begin with POST /v1/auth/totp.',
  'sign_in.second_factor_on': 'The second factor is on already. Turn it off first to set it up anew.',
  'sign_in.begun_twice': 'The set-up was begun twice at once. Begin it again.',
  'sign_in.wrong_new_passkey': 'The passkey could not be added. Ask for new options and try again.',
  'sign_in.wrong_passkey':
    'This passkey does not fit. Try again or use another one, or sign in with e-mail address and password.',
  'sign_in.no_passkey_options': 'Ask for new options first: they are valid for five minutes, and once.',
  'sign_in.no_origin': 'Passkeys work from the dashboard only: the request has no Origin of ours.',
  'sign_in.not_fresh': 'For this you must have signed in within the last day. Sign out, sign in again, then do it.',
  'sign_in.account_removed': 'Your account was removed from the team.',
  'sign_in.too_many_codes': 'Too many wrong codes for this account. Wait a quarter of an hour, then sign in again.',
  'sign_in.too_many_people': 'Too many people are signing in right now. Try again in 5 seconds.',
  'sign_in.one_factor': 'Send either code or backup_code, not both.',
  'code.not_six_digits': 'code must be the six digits that the app shows.',
  'passkey.wrong_response':
    '{field} must be what the browser gave for the passkey, as a JSON object with id and response.',
  'passkey.not_found': 'You have no passkey with this id. List them at GET /v1/auth/passkeys.',
  'session.not_found': 'You have no session with this id. List them at GET /v1/auth/sessions.',

  'password.required': '{field} is required.',
  'password.too_long': '{field} must be at most {max} characters.',
  'password.too_short': '{field} must have at least {min} characters. A sentence is easy to remember.',
  'password.same_as_email': '{field} must not be the e-mail address.',
  'user.email_characters':
    "{field} may only have letters a to z, digits and . _ '' + - to sign in with. Use another address.",
  'user.name_lines': '{field} must be on one line.',

  'setup.done_already': 'This installation is set up already. Sign in, or ask an owner of the team for an invitation.',
  'setup.wrong_link':
    'This set-up link does not work: it is older than a day, or a newer one was made. Restart Doorpost, or run "{command}"; both print a new one.',
  'reset.wrong_link':
    'This link does not work: it was used, a newer one was made, or it is older than an hour. Ask for a new one.',
  'reset.no_mail': 'This installation sends no mail. Ask its operator for a link: "{command}" prints one.',

  'team.last_owner': 'This is the last owner of the team. Make somebody else an owner first.',
  'team.known_address': 'Somebody with this address is in the team already. Change their role instead.',
  'team.not_owner': 'You are no longer an owner of the team. Ask one of its owners to do it.',
  'team.no_member': 'There is nobody with this id in the team. List them at GET /v1/team.',
  'invitation.wrong_link':
    'This invitation does not work: it was used or taken back, or is older than a week. Ask an owner of the team for a new one.',
  'invitation.not_found': 'There is no invitation with this id. List them at GET /v1/team/invitations.',

  'key.revoked': 'This API key was revoked. Create a new one and use it instead.',
  'key.expired': 'This API key has expired. Create a new one and use it instead.',
  'key.replaced': 'This API key was rotated, and its previous secret has ended. Use the new one.',
  'key.not_live': 'This key was revoked or has expired. Create a new one instead.',
  'key.unknown': 'This API key is not known here. Check that it was copied whole, or create a new one.',
  'key.malformed':
    'This is not a Doorpost API key, or a character of it is wrong. It starts with svc_pk_ and has 45 characters.',
  'key.name_taken': 'There is a key named "{name}" already. Revoke it first, or choose another name.',
  'key.not_found': 'There is no API key with this id. List them at GET /v1/keys.',
  'key.expires_in_past': '{field} must be in the future. Leave it out for a key that does not expire.',
  'key.scopes_not_list': '{field} must be an array of permissions, but it is {found}.',
  'key.no_scopes': '{field} must have at least one permission. Choose from {known}; leave it out for all.',
  'key.unknown_scope': '{field} is not a permission: unknown scope {scope}. Choose from {known}.',
  'key.not_scope': '{field} is not a permission: {found}. Choose from {known}.',

  'removal.not_found': 'You have no removal with this id: it was carried out or undone. List them at GET /v1/removals.',
  'removal.wrong_records': '{field} must be an array of 1 to {max} records, but it is {found}.',
  'removal.wrong_id': '{field} must be the id of a record, a UUID.',
  'removal.changed': 'It was changed while it waited to be deleted, so it is still there.',

  'stream.too_many_of_key': 'An API key may have {most} streams open. Close one, or try again in {seconds} seconds.',
  'stream.too_many_of_person': 'One person may have {most} streams open. Close one, or try again in {seconds} seconds.',
  'stream.too_many': 'This server keeps {most} streams open at most. Close one, or try again in {seconds} seconds.',
  'stream.wrong_accept': 'Accept must name text/event-stream: the answer is a stream that does not end.',
  'stream.wrong_place': '{field} must be the id of an earlier message of this stream, unchanged.',
} as const
