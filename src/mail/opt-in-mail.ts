import { oneLine } from './message.ts'
import { type Part, renderParts } from './page.ts'

export interface OptIn {
  form: string
  workspace: string
  /** What the owner of the form wrote; null for our own words. */
  subject: string | null
  text: string | null
  confirmUrl: string
  stopUrl: string
  days: number
}

/** Nothing of what was typed into the form is in it: the address may be that of somebody else. */
export function optInMail({ form, workspace, subject, text, confirmUrl, stopUrl, days }: OptIn) {
  const own = `This address was typed into the form "${oneLine(form, 80)}" of ${oneLine(workspace, 80)}. Was it you? Then confirm it:`
  const parts: Part[] = [
    ...(text ?? own).split(/\n{2,}/).map((paragraph) => ({ kind: 'text' as const, text: paragraph })),
    { kind: 'link', label: 'Confirm the address', url: confirmUrl },
    {
      kind: 'small',
      text: `The link works for ${days} days. If it was not you, do nothing, and you get no more mail.`,
      link: { label: 'Never ask this address again', url: stopUrl },
    },
  ]
  return { subject: subject ?? `Please confirm your address: ${oneLine(workspace, 80)}`, ...renderParts(parts) }
}
