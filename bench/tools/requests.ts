/** Complete HTTP requests as text. Each {n} becomes eight digits when sent, so that no two bodies are alike. */

const NAMES = [
  ['Ana', 'Silva', 'Example Ltd', 'newsletter', 'email'],
  ['Bruno', 'Costa', 'Harbour Works', 'google', 'cpc'],
  ['Chiara', 'Rossi', 'Officina Verde', 'linkedin', 'social'],
  ['David', "O'Neill", 'North & Sons', 'partner', 'referral'],
  ['Emma', 'Johansson', 'Fjord Studio', 'facebook', 'paid_social'],
  ['Farid', 'Haddad', 'Cedar Trading', 'bing', 'cpc'],
  ['Grace', 'Okafor', 'Lagos Bright', 'podcast', 'audio'],
  ['Hugo', 'Lefevre', 'Atelier Lefevre', 'direct', 'none'],
] as const

export function contactRequests(path: string, key: string | null, { withUtm = true } = {}): string[] {
  return NAMES.map(([first_name, last_name, company, utm_source, utm_medium]) =>
    post(path, key, {
      first_name,
      last_name,
      email: `${first_name.toLowerCase()}.{n}@example.com`,
      company,
      ...(withUtm ? { utm_source, utm_medium } : {}),
      phone: '+351 21{n}',
    }),
  )
}

export function draftRequests(key: string): string[] {
  return NAMES.map(([name, , company]) =>
    post('/v1/posts/short', key, { content: `${name} of ${company} opens door number {n} today.`, status: 'draft' }),
  )
}

export function scheduledRequests(key: string, at: Date): string[] {
  return NAMES.map(([name, , company]) =>
    post('/v1/posts/short', key, {
      content: `${name} of ${company} will open door number {n} soon.`,
      status: 'scheduled',
      scheduled_date: at.toISOString(),
    }),
  )
}

const WEBHOOK_BYTES = 1024

export function webhookRequests(path: string): string[] {
  return NAMES.map(([first, last, company]) => {
    const order = { event: 'order.created', order: 'A-{n}', customer: `${first} ${last}`, company, note: '' }
    order.note = 'x'.repeat(WEBHOOK_BYTES - bodyLength(JSON.stringify(order)))
    return post(path, null, order)
  })
}

export function getRequest(path: string, key: string): string[] {
  return [`GET ${path} HTTP/1.1\r\n${commonHeaders(key)}\r\n`]
}

/** Requests as a person's browser sends them. */
export function redirectRequests(codes: readonly string[]): string[] {
  const agent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'
  return codes.map(
    (code) =>
      `GET /l/${code} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: ${agent}\r\naccept: text/html\r\n` +
      'accept-language: en\r\nreferer: https://www.example.org/\r\n\r\n',
  )
}

function post(path: string, key: string | null, value: unknown): string {
  const body = JSON.stringify(value)
  return (
    `POST ${path} HTTP/1.1\r\n${commonHeaders(key)}` +
    `content-type: application/json\r\ncontent-length: ${bodyLength(body)}\r\n\r\n${body}`
  )
}

function commonHeaders(key: string | null): string {
  const authorization = key === null ? '' : `authorization: Bearer ${key}\r\n`
  return `host: 127.0.0.1\r\nuser-agent: doorpost-bench\r\naccept: application/json\r\n${authorization}`
}

/** All bodies are ASCII, so a character is a byte. */
function bodyLength(body: string): number {
  return body.replaceAll('{n}', '00000000').length
}
