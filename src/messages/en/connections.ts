/** What is wrong with a request that connects an account. */
export const connections = {
  'connection.app_password_required':
    '{field} is required: an app password that was made on {network}, at most {max} characters.',
  'connection.token_required':
    '{field} is required: an access token that was made on {network}, at most {max} characters.',
  'connection.handle_not_needed': '{network} asks itself which account it is. Leave handle out.',
  'connection.handle_required': '{field} is required: the name of the account on {network}.',
  'connection.handle_invalid': '{field} must be the name of the account on {network}, without spaces.',
  'connection.one_server': '{network} has one server only. Leave service_url out.',
  'connection.not_server': '{field} must be the address of the {server}, such as {example}. {problem}',
  'connection.approved_elsewhere':
    '{field} must be one of {choices}. Accounts of the others are approved in a browser: POST /v1/connections/links.',
  'connection.other_format': '{network} publishes {format} posts. Leave platform out, or send {format}.',
  'connection.needs_app_password':
    '{network} accounts are connected with an app password: POST /v1/connections/sign-in.',
  'connection.not_kind': '{field} must be member or organization.',
  'connection.no_pages': '{field} organization is for professional only: LinkedIn pages.',
} as const
