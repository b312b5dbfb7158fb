/** Connecting an account, and why an account cannot post. */
export const connections = {
  'connection.app_password_required':
    '{field} is required: an app password that was made on {network}, at most {max} characters.',
  'connection.token_required':
    '{field} is required: an access token that was made on {network}, at most {max} characters.',
  'connection.handle_not_needed': '{network} asks for the account during approval. Leave handle out.',
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
  'connection.not_found': 'There is no connection with this id. List them at GET /v1/connections.',
  'connection.not_default': 'default must be true. To change the default, send this for another account.',
  'connection.no_app':
    'There is no app for {network} yet. An owner sets it up in the dashboard under Settings, Networks; or set {prefix}_CLIENT_ID and {prefix}_CLIENT_SECRET and start Doorpost again. To try it without one: {command}.',
  'connection.no_pages_app':
    'There is no app for pages on {network} yet. An owner sets it up in the dashboard under Settings, Networks; or set {prefix}_CLIENT_ID and {prefix}_CLIENT_SECRET and start Doorpost again. To try it without one: {command}.',
  'connection.no_document':
    'Doorpost has no such app here. It is made when the first account is connected by approval.',
  'connection.unreachable': 'The {server} of this {network} account could not be reached: {problem}',
  'service.server': 'server',
  'service.pds': 'PDS',

  'connect.done': '{network} is connected',
  'connect.posts_on': 'Doorpost can now post on:',
  'connect.sandbox': 'This is the sandbox: nothing that is posted there is public.',
  'connect.close_page': 'You can close this page.',
  'connect.page': 'page',
  'connect.new_link': 'Make a new link in the dashboard, under Settings.',
  'connect.nothing_connected': 'No account was connected.',
  'connect.used': 'It was used before, or it is not complete. A link works once.',
  'connect.expired_link': 'This link has expired',
  'connect.lifetime': 'A link works for {minutes} minutes. No account was connected.',
  'connect.wrong_browser': 'This is another browser',
  'connect.other_browser':
    'The approval was started in a different browser, or cookies are switched off. No account was connected.',
  'connect.one_browser': 'Open the link and approve in one and the same browser.',
  'connect.not_set_up': '{network} is not set up',
  'connect.no_app':
    'Doorpost has no app for accounts on this network yet. An owner sets it up in the dashboard, under Settings, Networks.',
  'connect.no_pages_app':
    'Doorpost has no app for pages on this network yet. An owner sets it up in the dashboard, under Settings, Networks.',
  'connect.denied': 'You did not approve',
  'connect.declined': '{network} says that the approval was declined. No account was connected.',
  'connect.refused': '{network} refused',
  'connect.check_app':
    'Check the app under Settings, Networks: its id and secret, the redirect address and the permissions.',
  'connect.unavailable': '{network} did not answer as it should',
  'connect.try_later':
    'No account was connected. The platform may have a problem, or this server may not reach it. The log says more. Try again in a few minutes.',

  'account.approval_ended': 'The approval of the account has ended. Connect it again.',
  'account.being_renewed': 'The access to the account has ended and is being renewed. The post goes out after that.',
  'account.unreadable':
    'The stored approval cannot be read with the SECRET_KEY that is set. Put the earlier key into SECRET_KEY_OLD, or connect the account again.',
  'account.disconnected': 'The account this post names is no longer connected. Connect it again.',
  'account.none': 'No account of this platform is connected. Connect one, and the post goes on.',
  'account.sandbox': 'This is a sandbox account, and Doorpost does not run in sandbox mode now.',
  'account.real': 'This is a real account, and Doorpost runs in sandbox mode now: no post leaves it.',
  'account.resume_sandbox':
    'This is a sandbox account, and Doorpost does not run in sandbox mode now. Connect a real one.',
  'account.resume_real':
    'This is a real account, and Doorpost runs in sandbox mode now. Start it without the sandbox first.',
  'account.needs_attention': 'The account needs attention.',
  'account.has_to_wait': 'The platform asked to wait.',
  'account.not_renewed':
    '{network} could not renew the access to this account just now. Doorpost retries automatically; affected posts wait.',
  'account.renewal_refused':
    '{network} has refused to renew the approval for more than a day: {refusal} Connect the account again.',
  'account.renewal_lost':
    '{network} renewed the approval at {time}, but its answer got lost on the way, and the old approval works only once. Connect the account again.',
  'account.not_accepted': '{network} no longer accepts the approval. Connect the account again.',

  'account.app_changed':
    'The app for {network} was changed, and only the previous one can renew this approval. Connect the account again.',

  'app.not_found': 'There is no such app. List them at GET /v1/connections/apps.',
  'app.id_required': '{field} is required: the id that {network} shows for the app.',
  'app.secret_required': '{field} is required: the secret that {network} shows for the app.',
  'app.secret_with_id': '{field} is required with another client_id: the saved secret belongs to the previous app.',
  'app.not_text': '{field} must be {max} characters at most, without spaces.',
  'app.environment':
    '{field} has no effect: {settings} are set where Doorpost runs, and they win. Remove them there first.',
  'app.none': 'No app is set up for {network} yet. Enter its id and secret first.',
  'app.accepted': '{network} knows this app, and its secret is right.',
  'app.wrong_secret':
    '{network} knows the app, but not with this secret. Copy the secret again from its page. ({words})',
  'app.wrong_meta_id':
    '{network} does not know this app id. Copy the id that is labelled for {network}: the id at the top of the page at Meta is another one. ({words})',
  'app.wrong_pair':
    '{network} does not accept this id with this secret. Copy both again from the page of the app. ({words})',
  'app.refused': '{network} refused the app: {words}',
  'app.no_verdict': '{network} gave no clear answer ({words}). Try again in a few minutes.',
  'app.unreachable': '{network} could not be reached: {problem}',
  'app.no_answer': 'It did not answer in time. Try again in a few minutes.',
  'app.unreadable':
    'The saved secret cannot be read with the SECRET_KEY that is set. Enter it again, or put the earlier key into SECRET_KEY_OLD.',

  'auth.no_account': 'The link names no account. Make a new one, with the handle of the account.',
  'auth.app_gone': 'The app that this access was given to is gone. Connect the account again.',
  'auth.not_renewable': 'This approval cannot be renewed.',
  'auth.no_refresh_token': '{network} gave no way to renew this access. Connect the account again.',
  'auth.new_access_refused':
    '{network} does not accept the new access. Connect the account again and grant all permissions.',
  'auth.code_refused': '{network} did not accept the connection ({words}). Connect the account again.',
  'auth.connection_refused': '{network} refused the connection: {words}. Connect the account again.',
  'auth.renewal_refused': '{network} did not renew the access ({words}). Connect the account again.',
  'auth.refusal': '{words}.{advice}',
  'bluesky.advice_document':
    ' The server has to be able to read what the app is at {url}, as it was when the account was connected.',
  'bluesky.too_many_sign_ins':
    'Bluesky has temporarily blocked sign-ins to this account after too many attempts. Wait {span}.',
  'bluesky.account_password':
    'This is the password of the account, which asks for a code as well. Make an app password in the settings of Bluesky (Privacy and security, App passwords) and use that.',
  'bluesky.wrong_password':
    'Bluesky does not accept this handle with this app password. Check the handle, make a new app password in the settings of Bluesky (Privacy and security, App passwords), and try again.{said}',
  'bluesky.not_pds':
    'The server did not answer as a PDS does (status {status}). Check its address; if it is right, try again later.{said}',
  'bluesky.pds_says': ' The PDS says: {words}',
  'bluesky.not_handle': '“{name}” is not a handle. Handles on Bluesky look like name.bsky.social.',
  'bluesky.handle_moved': 'The account behind {handle} no longer uses this handle. Check the handle.',
  'bluesky.no_such_handle':
    '{host} knows no account with the handle {handle}. Check the handle, and name its PDS if it has one.',
  'bluesky.no_such_account': 'There is no account {did}: it was deleted, or never existed. Check the handle.',
  'bluesky.not_looked_up': 'Doorpost cannot look {did} up. Connect it with an app password.',
  'bluesky.no_pds': 'The account {did} names no PDS, so nothing can be posted on it.',
  'bluesky.approval_not_begun':
    '{host} did not take the request for approval ({words}). It has to reach this Doorpost at its address to read what the app is. If it cannot, connect the account with an app password.',
  'bluesky.begun_elsewhere': 'This approval was not started here. Connect the account again.',
  'bluesky.other_issuer':
    'Another server answered than the one that was asked for the approval. Connect the account again.',
  'bluesky.other_account':
    'The approval is for another account than the one that was named. Connect the account again.',
  'bluesky.too_little_granted':
    'Bluesky did not grant what Doorpost needs to post. Connect the account again and allow all of it.',
  'bluesky.no_approval':
    '{host} does not offer approval in a browser as Bluesky defines it. Connect the account with an app password.',
  'bluesky.no_https_name':
    'Bluesky asks for approval only where Doorpost has an https address with a name, or on this machine at 127.0.0.1. Connect the account with an app password instead.',
  'linkedin.no_page':
    'This person manages no page on LinkedIn. A super admin or content admin of the page must connect it.',
  'linkedin.pages_hidden':
    'LinkedIn does not let this app see which pages the person manages. The app needs the product Community Management API with rw_organization_admin.{said}',
  'mastodon.app_not_registered':
    '{host} did not register an app for Doorpost ({words}). Check that it is a Mastodon server.',
} as const
