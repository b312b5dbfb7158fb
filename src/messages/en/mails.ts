/** The outcomes of mails, and the texts of mails and of the pages behind their links (`letter`). */
export const mails = {
  'mail.not_set': 'This installation sends no mail: SMTP_URL is not set.',
  'mail.give_link': 'This installation sends no mail. Give the link to the person yourself.',
  'mail.set_up_first':
    'This installation sends no mail: SMTP_URL is not set. Set SMTP_URL and MAIL_FROM, start Doorpost again, and then switch it on.',
  'mail.not_address': 'This is not an address that mail can go to.',
  'mail.unreachable': 'The mail server cannot be reached. Check host and port of SMTP_URL.',
  'mail.wrong_password': 'The mail server refuses the user name or password of SMTP_URL. Correct them.',
  'mail.no_encryption': 'The mail server offers no valid encryption. Check its certificate, and the port of SMTP_URL.',
  'mail.timed_out': 'The mail server did not answer in time. Check host and port of SMTP_URL, and the server.',
  'mail.broke_off': 'The mail server broke off ({code}).',
  'mail.broke_off_silently': 'The mail server broke off (no reason given).',
  'mail.sender_refused': 'The mail server refuses the sender ({code}). Check MAIL_FROM and SMTP_URL.',
  'mail.address_refused': 'The mail server refuses the address of the sender or the receiver ({code}). Check both.',
  'mail.not_taken': 'The mail server did not take the mail ({code}). Try again later.',
  'mail.stopped': 'The recipient has unsubscribed from these mails.',
  'mail.workspace_limit':
    'The workspace has sent {most} mails within a day. Raise MAIL_WORKSPACE_LIMIT if that is too few.',
  'mail.client_limit':
    'One client caused {most} such mails within a day. Raise MAIL_CLIENT_LIMIT if that is too few, and check TRUST_PROXY.',
  'mail.domain_limit':
    'Addresses of one domain got {most} such mails within a day. Raise MAIL_DOMAIN_LIMIT if that is too few.',
  'mail.form_limit': 'The form has sent {most} mails within a day. Raise MAIL_FORM_LIMIT if that is too few.',
  'mail.address_limit':
    'The address got {most, plural, =1 {one such mail} other {# such mails}} within a day, and gets no more: anybody could have typed it into the form.',
  'mail.stale': 'It could not be sent for days, and is out of date.',
  'mail.subject_gone': 'What it was about is gone.',
  'mail.no_auto_reply': 'The form has no automatic reply any more.',
  'mail.confirmed_already': 'The address is confirmed already.',
  'mail.restored': 'The database was restored from a backup, and this may have been sent before.',

  'letter.join_subject': 'Join the team on Doorpost',
  'letter.join': '{who} invites you to the workspace "{workspace}" on Doorpost, as {role}.',
  'letter.join_operator': 'The operator',
  'letter.join_end':
    'The link works once, for seven days. Anyone who has it can join in your place: do not pass it on.',
  'letter.reset_subject': 'A new password for Doorpost',
  'letter.reset': 'Hello {name}, with this link you can set a new password for Doorpost.',
  'letter.reset_end':
    'The link works once, for an hour. If you did not ask for it, do nothing: your password stays as it is.',

  'letter.lead_subject': 'New lead: {name}',
  'letter.lead_subject_of_form': 'New lead: {name} ({form})',
  'letter.lead': 'A new lead came in.',
  'letter.lead_of_form': 'A new lead came in through "{form}".',
  'letter.open_lead': 'Open it in Doorpost',
  'letter.leads_subject': '{total} new leads: {workspace}',
  'letter.leads': '{total} new leads came in.',
  'letter.more_leads': 'And {more} more.',
  'letter.see_contacts': 'See all contacts',
  'letter.first_name': 'First name',
  'letter.last_name': 'Last name',
  'letter.address': 'Address',
  'letter.not_confirmed': 'not confirmed yet',
  'letter.cut_value': '{start}… (see the whole in Doorpost)',
  'letter.asked': 'You get this mail because you asked for mail about new leads in Settings, Security.',
  'letter.named': 'You get this mail because a form sends its leads to this address.',
  'letter.stop': 'Stop these mails',

  'letter.typed_address':
    'You get this mail because this address was typed into a form. If it was not you, you can ignore it.',
  'letter.stop_replies': 'Stop mails like this',
  'letter.opt_in_subject': 'Please confirm your address: {workspace}',
  'letter.opt_in': 'This address was typed into the form "{form}" of {workspace}. Was it you? Then confirm it:',
  'letter.opt_in_end': 'The link works for {days} days. If it was not you, do nothing, and you get no more mail.',
  'letter.never_ask': 'Never ask this address again',

  'letter.week_subject':
    '{leads, plural, one {# lead} other {# leads}}, {clicks, plural, one {# click} other {# clicks}}: {workspace}, {from} to {to}',
  'letter.week': 'Results of {workspace} from {from} to {to} (days begin and end at midnight UTC):',
  'letter.week_leads': 'Leads',
  'letter.week_clicks': 'Clicks on links',
  'letter.week_visitors': 'Visitors',
  'letter.week_same': '{now} (as many as the week before)',
  'letter.week_more': '{now} (+{difference}, {before} the week before)',
  'letter.week_fewer': '{now} (−{difference}, {before} the week before)',
  'letter.week_posts': 'The posts that brought most:',
  'letter.week_no_posts': 'No post brought a lead or a click by a tracked link this week.',
  'letter.week_post':
    '{platform}: {leads, plural, one {# lead} other {# leads}}, {clicks, plural, one {# click} other {# clicks}}',
  'letter.week_deleted_post':
    '{leads, plural, one {# lead} other {# leads}}, {clicks, plural, one {# click} other {# clicks}} (deleted)',
  'letter.post_without_text': 'A post without text',
  'letter.see_results': 'See the results in Doorpost',
  'letter.week_asked': 'You get this mail on Mondays because you switched it on in Settings, Security.',

  'letter.link_cut': 'It is not complete. Open it again from the mail, or copy all of it.',
  'letter.ask_stop': 'Stop these mails?',
  'letter.do_stop': 'Yes, stop these mails',
  'letter.nothing_changed': 'Nothing has changed yet.',
  'letter.done': 'Done',
  'letter.stopped': 'You will get no more of these mails.',
} as const
