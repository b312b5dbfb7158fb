import { oneLine } from './message.ts'
import { type Part, renderParts } from './page.ts'

interface WeekNumbers {
  leads: number
  clicks: number
  visitors: number
}

interface TopPost {
  id: string
  /** Null once it is deleted. */
  platform: string | null
  text: string
  leads: number
  clicks: number
}

export interface WeekResults {
  week: WeekNumbers
  before: WeekNumbers
  posts: readonly TopPost[]
}

interface WeeklyPlace {
  baseUrl: string
  workspace: string
  /** The first day and the last, as 2026-11-16. */
  from: string
  to: string
  stopUrl: string
}

export function weeklyMail({ week, before, posts }: WeekResults, place: WeeklyPlace) {
  const { baseUrl, workspace, from, to, stopUrl } = place
  const facts = [
    ['Leads', compare(week.leads, before.leads)],
    ['Clicks on links', compare(week.clicks, before.clicks)],
    ['Visitors', compare(week.visitors, before.visitors)],
  ] as const
  const top = posts.map((post) => [oneLine(post.text, 60) || 'A post without text', summaryOf(post, baseUrl)] as const)
  const parts: Part[] = [
    {
      kind: 'text',
      text: `Results of ${oneLine(workspace, 80)} from ${from} to ${to} (days begin and end at midnight UTC):`,
    },
    { kind: 'facts', facts },
    ...(top.length > 0
      ? [
          { kind: 'text' as const, text: 'The posts that brought most:' },
          { kind: 'facts' as const, facts: top },
        ]
      : [{ kind: 'text' as const, text: 'No post brought a lead or a click by a tracked link this week.' }]),
    { kind: 'link', label: 'See the results in Doorpost', url: `${baseUrl}/results?from=${from}&to=${to}` },
    {
      kind: 'small',
      text: 'You get this mail on Mondays because you switched it on in Settings, Security.',
      link: { label: 'Stop these mails', url: stopUrl },
    },
  ]
  const subject = `${count(week.leads, 'lead')}, ${count(week.clicks, 'click')}: ${oneLine(workspace, 80)}, ${from} to ${to}`
  return { subject, ...renderParts(parts) }
}

function summaryOf({ id, platform, leads, clicks }: TopPost, baseUrl: string): string {
  const numbers = `${count(leads, 'lead')}, ${count(clicks, 'click')}`
  return platform === null ? `${numbers} (deleted)` : `${platform}: ${numbers}\n${baseUrl}/posts/${id}`
}

function compare(now: number, before: number): string {
  if (now === before) return `${now} (as many as the week before)`
  return `${now} (${now > before ? '+' : '−'}${Math.abs(now - before)}, ${before} the week before)`
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
