import type { SpamStage } from './stage.ts'

export type Encoding = 'json' | 'urlencoded' | 'multipart'

export interface Sent {
  /** The kind of sender. */
  kind: string
  isHonest: boolean
  email: string
  /** The answer said that it was stored. */
  isAcknowledged: boolean
  /** The answer without the parts that always differ: it must be the same for every sender. */
  answer: string
}

export interface Post {
  kind: string
  isHonest?: boolean
  address: string
  fields: Record<string, string>
  encoding?: Encoding
  headers?: Record<string, string>
}

/** Submits a form like a program, or like a browser if the headers say so. */
export async function sendPost({ form }: SpamStage, post: Post): Promise<Sent> {
  const { kind, isHonest = false, address, fields, encoding = 'urlencoded', headers = {} } = post
  const response = await fetch(form.submitUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'x-forwarded-for': address,
      ...headers,
      ...(encoding === 'json' ? { 'content-type': 'application/json' } : {}),
    },
    body: bodyOf(fields, encoding),
  })
  const text = await response.text()
  const answer = `${response.status} ${text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')}`
  return { kind, isHonest, email: fields.email!, isAcknowledged: response.status < 400, answer }
}

function bodyOf(fields: Record<string, string>, encoding: Encoding): string | URLSearchParams | FormData {
  if (encoding === 'json') return JSON.stringify(fields)
  if (encoding === 'urlencoded') return new URLSearchParams(fields)
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

/** Gets a token and a challenge, like the script on a page. */
export async function fetchChallenge({ url, form }: SpamStage, address: string) {
  const response = await fetch(`${url}/v1/forms/${form.publicId}/challenge`, {
    headers: { 'x-forwarded-for': address },
  })
  const { data } = (await response.json()) as { data: { token: string; challenge: never } }
  return data
}

/** Runs at most this many at once. */
export async function inLanes<T, R>(items: readonly T[], lanes: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const lane = async () => {
    for (const [at, item] of queue) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
