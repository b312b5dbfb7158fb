import type { Form, FormPatch } from '../api/schema.ts'

type SettingsValues = ReturnType<typeof settingsOf>

export function settingsOf(form: Form) {
  const { notify, auto_reply, opt_in_mail } = form
  return {
    protection: String(form.protection),
    emails: notify.emails,
    every: notify.every,
    has_reply: auto_reply !== null,
    reply_subject: auto_reply?.subject ?? '',
    reply_text: auto_reply?.text ?? '',
    double_opt_in: form.double_opt_in,
    has_opt_in_mail: opt_in_mail !== null,
    opt_in_subject: opt_in_mail?.subject ?? '',
    opt_in_text: opt_in_mail?.text ?? '',
    quiet_until_confirmed: form.quiet_until_confirmed,
    thanks_text: form.thanks_text ?? '',
    keep_unknown: form.keep_unknown,
    keep_draft: form.keep_draft,
  }
}

export function toSettings(values: SettingsValues): FormPatch {
  const points = Number(values.protection)
  return {
    protection: (Number.isNaN(points) ? values.protection : points) as Form['protection'],
    notify: { emails: values.emails, every: values.every },
    auto_reply: values.has_reply ? { subject: values.reply_subject, text: values.reply_text } : null,
    double_opt_in: values.double_opt_in,
    opt_in_mail: values.has_opt_in_mail ? { subject: values.opt_in_subject, text: values.opt_in_text } : null,
    quiet_until_confirmed: values.quiet_until_confirmed,
    thanks_text: values.thanks_text.trim() === '' ? null : values.thanks_text,
    keep_unknown: values.keep_unknown,
    keep_draft: values.keep_draft,
  }
}

const PLACES: Record<string, keyof SettingsValues> = {
  'notify.emails': 'emails',
  'notify.every': 'every',
  auto_reply: 'has_reply',
  'auto_reply.subject': 'reply_subject',
  'auto_reply.text': 'reply_text',
  opt_in_mail: 'has_opt_in_mail',
  'opt_in_mail.subject': 'opt_in_subject',
  'opt_in_mail.text': 'opt_in_text',
}

export function fieldFor(path: string, values: SettingsValues): string | null {
  const whole = path.replace(/\[\d+\]$/, '')
  return PLACES[whole] ?? (Object.hasOwn(values, whole) ? whole : null)
}

/** Lists, one entry per line. */
export function websitesOf({ allowed_origins, redirect_urls }: Form) {
  return { allowed_origins: allowed_origins.join('\n'), redirect_urls: redirect_urls.join('\n') }
}

export function toWebsites({ allowed_origins, redirect_urls }: ReturnType<typeof websitesOf>): FormPatch {
  return { allowed_origins: linesOf(allowed_origins), redirect_urls: linesOf(redirect_urls) }
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean)
}
