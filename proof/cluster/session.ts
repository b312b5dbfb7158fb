import assert from 'node:assert/strict'

/** A person who signed in once, on one node. */
export interface Session {
  /** Calls a node or the load balancer. Returns null if there was no answer. */
  call(url: string, method: string, path: string, json?: unknown): Promise<{ status: number; text: string } | null>
}

const CALL_TIMEOUT_MS = 5_000

/** Creates the first owner and a key over HTTP. */
export async function setUp(
  api: ReadonlyArray<{ url: string; output: string }>,
): Promise<{ session: Session; key: string }> {
  // Each start makes a new link, and only the newest works.
  const tokens = api.map(({ output }) => /set-up#token=(\S+)/.exec(output)?.[1]).filter((token) => token !== undefined)
  const { url } = api[0]!
  let response: Response | null = null
  for (const token of tokens) {
    response = await fetch(`${url}/v1/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ token, name: 'Ana', email: 'ana@example.com', password: 'correct horse battery staple' }),
    })
    if (response.ok) break
  }
  assert.ok(response?.ok, `the setup was refused: ${await response?.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0]!)
    .find((each) => each.includes('session_token'))!
  const session = createSession(cookie)
  const made = await session.call(url, 'POST', '/v1/keys', { name: 'proof' })
  assert.equal(made?.status, 201, made?.text)
  return { session, key: JSON.parse(made.text).data.key }
}

function createSession(cookie: string): Session {
  return {
    async call(url, method, path, json) {
      try {
        const response = await fetch(`${url}${path}`, {
          method,
          headers: {
            cookie,
            origin: url,
            'sec-fetch-site': 'same-origin',
            ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          },
          signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        })
        return { status: response.status, text: await response.text() }
      } catch {
        return null
      }
    },
  }
}
