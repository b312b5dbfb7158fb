import { setTimeout as delay } from 'node:timers/promises'
import { disposableEmailBlocklist } from 'disposable-email-domains-js'
import { BROWSER_HEADERS, solve } from '../../tests/helpers/form-visitor.ts'
import type { Random } from '../random.ts'
import { addressOf, person } from './people.ts'
import { type Encoding, fetchChallenge, inLanes, type Post, type Sent, sendPost } from './posts.ts'
import type { SpamStage } from './stage.ts'

export const SPAM_KINDS = ['honeypot', 'no token', 'replayed proof', 'instant', 'disposable', 'flood'] as const
export type SpamKind = (typeof SPAM_KINDS)[number]

const LANES = 16
const ENCODINGS: readonly Encoding[] = ['json', 'urlencoded', 'multipart']
/** Longer than a page must have been open. */
const AGED_MS = 3_200
/** Each proof is sent this many times; only the first time is valid. */
const REPLAYS = 50

const PROGRAMS = [
  { 'user-agent': 'curl/8.5.0', accept: '*/*' },
  { 'user-agent': 'python-requests/2.32.3', accept: '*/*' },
  { 'user-agent': 'Go-http-client/1.1' },
  // Claims to be a browser, but lacks the headers that tell where a browser comes from.
  { 'user-agent': BROWSER_HEADERS['user-agent'], accept: BROWSER_HEADERS.accept, 'accept-language': 'en-US,en;q=0.9' },
]

/** Each kind does exactly one thing wrong. */
export async function sendSpam(stage: SpamStage, random: Random, count: number): Promise<Sent[]> {
  const counts = SPAM_KINDS.map((kind, at) => ({
    kind,
    count: Math.floor(count / SPAM_KINDS.length) + (at < count % SPAM_KINDS.length ? 1 : 0),
  }))
  let senders = 100_000
  const nextAddress = () => addressOf(senders++)
  const sent: Sent[] = []
  for (const { kind, count } of counts) {
    const posts = await MAKERS[kind]({ stage, random, count, nextAddress })
    sent.push(
      ...(await inLanes(posts, LANES, async (post) =>
        sendPost(stage, typeof post === 'function' ? await post() : post),
      )),
    )
  }
  return sent
}

interface Making {
  stage: SpamStage
  random: Random
  count: number
  nextAddress: () => string
}

type Made = Array<Post | (() => Promise<Post>)>

const MAKERS: Record<SpamKind, (making: Making) => Promise<Made>> = {
  honeypot: async (making) =>
    (await agedPosts(making, 'honeypot')).map((post) => ({
      ...post,
      fields: { ...post.fields, dp_topic: 'https://spam.example' },
    })),

  'no token': async ({ random, count, nextAddress }) =>
    Array.from({ length: count }, (_, at) => ({
      kind: 'no token',
      address: nextAddress(),
      fields: { ...person(random, `no-token-${at}`) },
      encoding: random.pick(ENCODINGS),
      headers: random.pick(PROGRAMS),
    })),

  'replayed proof': async (making) => {
    const posts = await agedPosts(making, 'replayed-proof')
    const proofs: string[] = []
    for (let at = 0; at < posts.length; at += REPLAYS) {
      proofs.push(await solve((await fetchChallenge(making.stage, making.nextAddress())).challenge))
    }
    return posts.map((post, at) => ({
      ...post,
      fields: { ...post.fields, dp_proof: proofs[Math.floor(at / REPLAYS)]! },
    }))
  },

  instant: async ({ stage, random, count, nextAddress }) =>
    Array.from({ length: count }, (_, at) => async () => {
      const address = nextAddress()
      const { token } = await fetchChallenge(stage, address)
      return {
        kind: 'instant',
        address,
        fields: { ...person(random, `instant-${at}`), dp_token: token },
        encoding: random.pick(ENCODINGS),
        headers: BROWSER_HEADERS,
      }
    }),

  disposable: async (making) => {
    const domains = disposableEmailBlocklist()
    return (await agedPosts(making, 'disposable', true)).map((post, at) => ({
      ...post,
      fields: { ...post.fields, email: `disposable-${at}@${making.random.pick(domains)}` },
    }))
  },

  /**
   * In four ways: the same text again and again, one page for all, a page for each, and no page. Each from one address.
   */
  flood: async (making) => {
    const posts = await agedPosts(making, 'flood')
    const quarter = Math.ceil(posts.length / 4)
    const addresses = Array.from({ length: 4 }, making.nextAddress)
    const [first] = posts
    return posts.map((post, at) => {
      const way = Math.floor(at / quarter)
      const address = addresses[way]!
      const { dp_token, ...said } = post.fields as Record<string, string>
      if (way === 0) return { ...post, address, fields: { ...first!.fields, dp_token: dp_token! } }
      if (way === 1) return { ...post, fields: { ...said, dp_token: first!.fields.dp_token! } }
      return { ...post, address, fields: way === 2 ? post.fields : said }
    })
  },
}

/** Posts with a token that is old enough, as a browser sends them; half of them with a proof of work if requested. */
async function agedPosts(
  { stage, random, count, nextAddress }: Making,
  name: string,
  withProofs = false,
): Promise<Post[]> {
  const posts = await inLanes(
    Array.from({ length: count }, (_, at) => at),
    LANES,
    async (at) => {
      const address = nextAddress()
      const { token, challenge } = await fetchChallenge(stage, address)
      const proof = withProofs && at % 2 === 0 ? { dp_proof: await solve(challenge) } : {}
      return {
        kind: name.replace('-', ' '),
        address,
        fields: { ...person(random, `${name}-${at}`), dp_token: token, ...proof },
        encoding: random.pick(ENCODINGS),
        headers: BROWSER_HEADERS,
      }
    },
  )
  await delay(AGED_MS)
  return posts
}
