import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { BROWSER_HEADERS } from '../../tests/helpers/form-visitor.ts'
import type { Random } from '../random.ts'
import { addressOf, person, type Said } from './people.ts'
import { inLanes, type Post, type Sent, sendPost } from './posts.ts'
import type { SpamStage } from './stage.ts'

export const HONEST_KINDS = [
  'Chromium, script on another website',
  'Chromium, hosted page',
  'Chromium without JavaScript, hosted page',
  'Chromium, plain form on another website',
  'plain post with the token of the page',
  'plain post of another website',
] as const
export type HonestKind = (typeof HONEST_KINDS)[number]

const PAGES_AT_ONCE = 6
const POSTS_AT_ONCE = 16
/** A slow page on a busy machine is not a failure, but one that never loads is. */
const PATIENCE_MS = 180_000
/** A person needs at least this long to fill in a form. */
const TYPING_MS = 3_200

/** Requests of other browsers: Firefox, and Safari on a website without https. */
const HEADERS = [
  BROWSER_HEADERS,
  { ...BROWSER_HEADERS, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
  {
    origin: 'http://www.example.com',
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'pt-PT,pt;q=0.9',
  },
]

export async function sendHonest(stage: SpamStage, random: Random, count: number): Promise<Sent[]> {
  const visits = Array.from({ length: count }, (_, at) => ({
    kind: HONEST_KINDS[at % HONEST_KINDS.length]!,
    said: person(random, `honest-${at}`),
    address: addressOf(at + 1),
    headers: random.pick(HEADERS),
  }))
  const inBrowser = visits.filter(({ kind }) => kind.startsWith('Chromium'))
  const byPost = visits.filter(({ kind }) => !kind.startsWith('Chromium'))
  const seen = await inLanes(inBrowser, PAGES_AT_ONCE, (visit) => visitInBrowser(stage, visit))
  const posted = await inLanes(byPost, POSTS_AT_ONCE, (visit) => visitByPost(stage, visit))
  return [...seen, ...posted]
}

interface Visit {
  kind: HonestKind
  said: Said
  address: string
  headers: Record<string, string>
}

async function visitInBrowser(stage: SpamStage, { kind, said, address }: Visit): Promise<Sent> {
  const hasScript = kind !== 'Chromium without JavaScript, hosted page'
  const context = await stage.browser.newContext({
    javaScriptEnabled: hasScript,
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    const page = await context.newPage()
    await page.goto(addressOfPage(stage, kind))
    for (const [name, value] of Object.entries(said)) await page.fill(`[name="${name}"]`, value)
    // Our script waits by itself.
    if (!hasScript || kind.includes('plain')) await delay(TYPING_MS)
    await page.click('form button', { noWaitAfter: true })
    return { kind, isHonest: true, email: said.email, ...(await readOutcome(page)) }
  } finally {
    await context.close()
  }
}

function addressOfPage({ form, site }: SpamStage, kind: HonestKind): string {
  if (kind.includes('hosted page')) return form.pageUrl
  return kind.includes('plain') ? site.withoutScript : site.withScript
}

/** The thank-you text, on the page or on the next one. */
async function readOutcome(page: Page): Promise<Pick<Sent, 'isAcknowledged' | 'answer'>> {
  const thanks = page.getByText(/thank you/i).first()
  await thanks.waitFor().catch(() => {})
  const isAcknowledged = await thanks.isVisible()
  return { isAcknowledged, answer: isAcknowledged ? 'thanks' : await page.content() }
}

async function visitByPost(stage: SpamStage, { kind, said, address, headers }: Visit): Promise<Sent> {
  const post: Post = { kind, isHonest: true, address, fields: { ...said }, headers }
  if (kind === 'plain post of another website') return sendPost(stage, post)
  const page = await (await fetch(stage.form.pageUrl, { headers: { ...headers, 'x-forwarded-for': address } })).text()
  const token = /name="dp_token" value="([^"]+)"/.exec(page)?.[1]
  if (token === undefined) throw new Error('the hosted page has no token')
  await delay(TYPING_MS)
  return sendPost(stage, { ...post, fields: { ...said, dp_token: token, dp_topic: '' } })
}
