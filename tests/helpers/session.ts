import assert from 'node:assert/strict'
import type { TeamRole } from '../../src/scopes.ts'
import type { Answer, SendOptions, TestServer } from './server.ts'

export const PASSWORD = 'a password for tests, long enough'

/** What a browser adds to requests of our own pages. */
export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

export interface Person {
  id: string
  email: string
  /** The Cookie header. */
  cookie: string
  /** Like the server's `send`, with the session and from our own page. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>
}

const hashes = new WeakMap<TestServer, Promise<string>>()
let people = 0

/** A team member who is signed in. */
export async function signIn(
  server: TestServer,
  { role = 'owner', workspaceId = server.deps.workspaceId }: { role?: TeamRole; workspaceId?: string } = {},
): Promise<Person> {
  const person = await addPerson(server, { role, workspaceId })
  const answer = await server.send('POST', '/v1/auth/sign-in', { json: { email: person.email, password: PASSWORD } })
  assert.equal(answer.status, 200, answer.text)
  return asPerson(server, person, cookieOf(answer))
}

/** A team member who has not signed in. */
export async function addPerson(
  server: TestServer,
  { role = 'owner', workspaceId = server.deps.workspaceId }: { role?: TeamRole; workspaceId?: string } = {},
): Promise<{ id: string; email: string }> {
  const hash = hashes.get(server) ?? server.deps.users.hashPassword(PASSWORD)
  hashes.set(server, hash)
  const { id } = server.deps.ids.next()
  const email = `${role}${++people}@example.com`
  await server.sql('insert into users (id, name, email) values ($1, $2, $3)', [id, `${role} ${people}`, email])
  await server.sql(
    "insert into accounts (id, user_id, account_id, provider_id, password) values ($1, $2::uuid, $2::uuid::text, 'credential', $3)",
    [server.deps.ids.next().id, id, await hash],
  )
  await server.sql('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [workspaceId, id, role])
  return { id, email }
}

export function asPerson(server: TestServer, { id, email }: { id: string; email: string }, cookie: string): Person {
  return {
    id,
    email,
    cookie,
    send: (method, path, { headers, ...options } = {}) =>
      server.send(method, path, { ...options, headers: { cookie, ...SAME_ORIGIN, ...headers } }),
  }
}

/** What a browser would send back: the cookies that were set, without those that were removed. */
export function cookieOf(answer: Answer, earlier = ''): string {
  const jar = new Map(
    earlier
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split('=', 2) as [string, string]),
  )
  for (const line of answer.headers.getSetCookie()) {
    const [pair] = line.split(';', 1)
    const name = pair!.slice(0, pair!.indexOf('='))
    if (/max-age=0(?:;|$)/i.test(line)) jar.delete(name)
    else jar.set(name, pair!.slice(name.length + 1))
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}
