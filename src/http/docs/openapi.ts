import type { Access } from '../call.ts'
import type { Routes } from '../route.ts'
import { createComponents, type Enums, type Json } from './components.ts'
import { describeEvents, type SentEvent } from './events.ts'
import { HEADERS } from './headers.ts'
import { describeOperation, KEY_OR_SESSION } from './operations.ts'

// OpenAPI 3.1 documents, generated from the route table: one has every route, the other those that a key can use.

export const API_VERSION = '1.0.0'

const DESCRIPTION = `Takes contacts in, publishes posts to six social platforms, receives webhooks, sends events out.

**Two modes.** Servers send an API key: \`Authorization: Bearer svc_pk_...\`. Websites send contacts and forms without one
(\`POST /v1/contacts\`, \`POST /v1/forms/{public_id}/submissions\`). A key is a secret: it does not belong in a browser.

**Answers.** Success is \`{"success": true, "data": ...}\`. A refusal is \`{"error", "message", "status", "details"}\`:
a stable code, a sentence that says what to do, and every broken rule by field. A 429 has \`error\` and \`message\` only.
Later versions may send more fields in answers and events: ignore those that you do not know.

**Query parameters** that an operation does not list are refused (400), with the nearest name that it has. Only the receive
URLs of webhooks take any, and contacts and forms that are sent without a key: links from advertisements carry their own.

**Caching and links.** A GET with an \`ETag\` takes \`If-None-Match\` (304). A 201 has \`Location\`, and a list \`Link\` with \`rel\`
\`first\`, \`prev\` and \`next\`: paths on this server. A page above 128 KB is sent while it is read: its \`next\` counts pages, or is
missing where only \`pagination.next_cursor\` goes on. A URL above 1,000 characters gets no links. A slash at the end of a path makes no difference.

**Order of checks.** Route and method (404, 405), key (401), rate (429), permission (403), size (413), content (400).

**Limits** are settings of the installation. Unless its operator has set others: 100 requests a minute for each key
(\`RATE_LIMIT_AUTHENTICATED\`), 20 contacts and submissions of forms a minute for each client address without one (\`RATE_LIMIT_PUBLIC\`), 600
deliveries a minute for each webhook (\`RATE_LIMIT_WEBHOOK\`). \`RateLimit-Policy\` tells those that count, \`RateLimit\` what is
left, \`Retry-After\` when to come back.

**Once only.** Send \`Idempotency-Key\` with a request that changes something: a repeat within 24 hours gets the first answer again and stores
nothing. After a 503, a 500 or no answer at all it is not certain whether the request was stored: send it again with the same
\`Idempotency-Key\`. \`X-Request-Id\` is on every answer.`

const TAGS = [
  { name: 'Contacts', description: 'Leads from servers and website forms.' },
  {
    name: 'Posts',
    description: 'Drafts and scheduled posts for Threads, Instagram, LinkedIn, X, Bluesky and Mastodon.',
  },
  { name: 'Media', description: 'Files for posts: uploaded once, kept while a post needs them.' },
  { name: 'Publishing', description: 'What happens to a scheduled post, and what a person can do about it.' },
  { name: 'Connections', description: 'Accounts on the platforms. They are connected by a one-time link.' },
  { name: 'Links', description: 'Short links that say which post or page brought a click or a lead.' },
  { name: 'Forms', description: 'Forms of websites: what they ask for, and what was sent with them.' },
  { name: 'Webhooks', description: 'What other services send in.' },
  {
    name: 'Events',
    description:
      'What happened here, sent to URLs of yours or read as a feed. How to verify events, and when they are sent again: docs/how-to/events.md.',
  },
  { name: 'Keys', description: 'API keys, made and revoked by people who are signed in.' },
  { name: 'Workspace', description: 'What the owners of a workspace decide for all of it.' },
  { name: 'Removals', description: 'What people delete in the dashboard, for as long as they can undo it.' },
  { name: 'Sign-in', description: 'How people sign in to the dashboard. Programs use an API key.' },
  { name: 'Team', description: 'Who may sign in, and as what.' },
  { name: 'Backups', description: 'What the schedule of backups has made, and one now.' },
  { name: 'System', description: 'Health, readiness, metrics and this document.' },
]

export interface Described<D> {
  routes: Routes<D>
  events: readonly SentEvent[]
  enums: Enums
}

export function buildOpenApi<D>({ routes, events, enums }: Described<D>, serverUrl: string): Json {
  const paths: Record<string, Json> = {}
  const shared = createComponents(enums)
  for (const [method, path, access, operation] of routes) {
    shared.place = operation.id
    paths[toTemplate(path)] ??= {}
    paths[toTemplate(path)]![method.toLowerCase()] = describeOperation(access, path, operation, shared)
  }
  const webhooks = describeEvents(events, shared)
  const tags = new Set(routes.map(([, , , { tag }]) => tag))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Doorpost',
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: TAGS.filter(({ name }) => tags.has(name)),
    security: KEY_OR_SESSION,
    paths,
    webhooks,
    components: {
      schemas: shared.schemas(),
      parameters: shared.parameters(),
      responses: shared.responses,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** The routes that programs use: those for people who are signed in, and for signing in, are left out. */
export function routesForKeys<D>(routes: Routes<D>): Routes<D> {
  const isForKeys = (access: Access, path: string) =>
    access.mode !== 'user' && (access.mode !== 'open' || !path.startsWith('/v1/'))
  return routes.filter(([, path, access]) => isForKeys(access, path))
}

const SECURITY_SCHEMES = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `svc_pk_` and 38 letters and digits.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'doorpost.session_token',
    description: "The session of a person who is signed in to the dashboard. The person's role decides what it may do.",
  },
}

/** `/v1/contacts/:id` → `/v1/contacts/{id}` */
function toTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}
