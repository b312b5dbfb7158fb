import { createHmac } from 'node:crypto'
import { createIds } from '../../src/lib/ids.ts'

/**
 * What a small team has after a few weeks, created through the API: for screenshots and for tests that visit every
 * page.
 */

export interface Demo {
  contactEmail: string
  contactId: string
  postId: string
  draftId: string
  groupId: string
  linkId: string
  webhookId: string
  endpointId: string
  formId: string
  formPublicId: string
  linkPageName: string
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
type Data = any

const PEOPLE = [
  ['Ana', 'Silva', 'Lusitano Tiles'],
  ['Jonas', 'Weber', 'Weber & Söhne'],
  ['Priya', 'Raman', 'Northlight Studio'],
  ['Mateo', 'García', 'Café Sol'],
  ['Lena', 'Novak', 'Kolo Cycles'],
  ['Tomás', 'Ferreira', 'Atlântico Surf'],
  ['Ingrid', 'Larsen', 'Fjord Outdoor'],
  ['Sam', 'Okafor', 'Brightside Dental'],
  ['Chloé', 'Martin', 'Atelier Rivage'],
  ['Hiro', 'Tanaka', 'Kumo Print'],
  ['Grace', 'Mbeki', 'Greenline Gardens'],
  ['Oliver', 'Hughes', 'Hughes Joinery'],
] as const

const SOURCES = ['newsletter', 'instagram', 'google', 'linkedin', 'partner'] as const
const MEDIUMS = ['email', 'social', 'cpc', 'social', 'referral'] as const
const FORMS = ['contact', 'spring-guide', 'workshop'] as const

/** The URL of the posts' pictures. A browser gets `PICTURE` instead, so nothing leaves this machine. */
export const PICTURES = 'https://images.example.com/'

export const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="1080" height="1080">
<defs><pattern id="tile" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="20" height="20" fill="#e7f5ff"/>
<path d="M0 10 10 0l10 10-10 10z" fill="#1971c2"/><circle cx="10" cy="10" r="4" fill="#ffd43b"/></pattern></defs>
<rect width="80" height="80" fill="url(#tile)"/></svg>`

export async function makeDemo(base: string, key: string, receiver: string): Promise<Demo> {
  const call = async (method: string, path: string, json?: unknown): Promise<Data> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const body = (await answer.json()) as Data
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(body)}`)
    return body.data
  }

  const contacts = await Promise.all(
    Array.from({ length: 36 }, (_, index) => {
      const [first_name, last_name, company] = PEOPLE[index % PEOPLE.length]!
      const at = (index * 7) % SOURCES.length
      return call('POST', '/v1/contacts', {
        first_name,
        last_name,
        company,
        email: `${first_name}.${last_name}@example.com`
          .normalize('NFD')
          .replace(/[^\w.@]/g, '')
          .toLowerCase(),
        utm_source: SOURCES[at],
        utm_medium: MEDIUMS[at],
        form: FORMS[index % FORMS.length],
        ...(index % 4 === 0 ? { message: 'Could you send me your spring prices?' } : {}),
      })
    }),
  )

  const day = 86_400_000
  const noon = new Date().setUTCHours(12, 0, 0, 0)
  const on = (days: number, minutes = 0) => new Date(noon + days * day + minutes * 60_000).toISOString()
  const post = (platform: string, body: object) => call('POST', `/v1/posts/${platform}`, body)
  const planned = { status: 'scheduled' }
  const shown = await post('short', {
    content: 'Our spring guide is out: twelve rooms, one palette, no paint. Read it at https://example.com/spring',
    ...planned,
    scheduled_date: new Date(Date.now() - 60_000).toISOString(),
  })
  const [draft] = await Promise.all([
    post('professional', { content: 'How we cut the firing time by a third without new equipment.' }),
    post('thread', {
      media_type: 'text',
      content: 'What was the first thing you ever made with your hands?',
      ...planned,
      scheduled_date: on(1),
    }),
    post('professional', {
      content: 'We are hiring a second tile maker in Porto. Four days a week, and the kiln is warm.',
      hashtags: ['hiring', 'ceramics'],
      ...planned,
      scheduled_date: on(2, -180),
    }),
    post('photo', {
      media_type: 'feed_post',
      caption: 'Blue hour in the workshop.',
      media_urls: [`${PICTURES}spring/tiles.jpg`],
      hashtags: ['azulejo', 'handmade'],
      ...planned,
      scheduled_date: on(3, 90),
    }),
    post('short', { content: 'Workshop on Saturday: two places left.', ...planned, scheduled_date: on(4, 30) }),
    post('thread', {
      media_type: 'text',
      content: 'Glaze test number forty-one. We think this is the one.',
      ...planned,
      scheduled_date: on(6),
    }),
    post('short', { content: 'Draft: thank-you note for the newsletter readers.' }),
    // Too long ago to go out automatically.
    post('short', { content: 'Last call for the winter sale.', ...planned, scheduled_date: on(-2) }),
  ])

  const accounts: Array<{ id: string }> = await call('GET', '/v1/connections?limit=100')
  const { group_id: groupId } = await call('POST', '/v1/posts', {
    content: 'Open doors on Saturday: see how a tile is made, and paint your own.',
    media_urls: [`${PICTURES}spring/tiles.jpg`],
    ...planned,
    scheduled_date: on(8, -180),
    accounts: accounts.map(({ id }) => ({ connection_id: id })),
  })

  const webhook = await call('POST', '/v1/webhooks', {
    name: 'Website forms',
    mapping: {
      fields: { first_name: '/name', email: '/email', company: '/company', utm_source: { constant: 'website' } },
    },
  })
  const signed = await call('POST', '/v1/webhooks', {
    name: 'Shop orders',
    provider: 'github',
    secret: 'a secret that the shop knows',
  })
  const deliver = (url: string, body: string, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
  for (const [name, surname, company] of PEOPLE.slice(0, 5)) {
    const email = `${name}.${surname}@example.org`
      .normalize('NFD')
      .replace(/[^\w.@]/g, '')
      .toLowerCase()
    await deliver(webhook.receive_url, JSON.stringify({ name, email, company, message: 'Do you ship to Spain?' }))
  }
  const order = JSON.stringify({ action: 'created', order: { number: 1042, total: 189.5 } })
  const signature = createHmac('sha256', 'a secret that the shop knows').update(order).digest('hex')
  await deliver(signed.receive_url, order, { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-event': 'order' })
  await deliver(signed.receive_url, order, { 'x-hub-signature-256': 'sha256=00', 'x-github-event': 'order' })

  const link = await call('POST', '/v1/links', {
    target: 'https://example.com/spring',
    name: 'Spring newsletter',
    utm: { source: 'newsletter', medium: 'email', campaign: 'spring' },
  })
  const { name: linkPageName } = await call('PATCH', '/v1/link-page', { name: 'lusitano-tiles' })
  const endpoint = await call('POST', '/v1/events/endpoints', { url: `${receiver}/hooks/doorpost` })
  const form = await call('POST', '/v1/forms', {
    name: 'Tiles for your kitchen',
    consent: { purpose: 'newsletter', text: 'You may send me your newsletter.' },
  })
  await deliver(form.submit_url, JSON.stringify({ first_name: 'Sam', email: 'sam@example.com', dp_topic: 'x' }))
  return {
    contactEmail: contacts[0].email,
    contactId: contacts[0].id,
    postId: shown.id,
    draftId: draft.id,
    groupId,
    linkId: link.id,
    webhookId: webhook.id,
    endpointId: endpoint.id,
    formId: form.id,
    formPublicId: form.public_id,
    linkPageName,
  }
}

/** Posts that are out, and what their short links brought. */
const PAST_POSTS = [
  ['thread', 'Forty tiles, one wall, no plan. Guess how it ends.', 26, 5],
  ['professional', 'Three years of apprenticeship, and today Inês fired her first own batch.', 19, 3],
  ['photo', 'Cobalt, before and after the kiln.', 12, 2],
  ['short', 'New: order four sample tiles, and keep the one you like.', 5, 7],
] as const

/** Posts, clicks and contacts of the last two months, more on working days, so that plots have data. */
export async function makePast(sql: (text: string, values: unknown[]) => Promise<unknown>): Promise<void> {
  const day = 86_400_000
  const idAt = (at: number) => createIds(() => at).next().id
  const noon = new Date().setUTCHours(12, 0, 0, 0)
  const posts = PAST_POSTS.map(([platform, content, ago, clicks], index) => {
    const at = new Date(noon - ago * day)
    const code = `spring${index}`
    const [id, link_id] = [idAt(at.getTime()), idAt(at.getTime() + 1)]
    return { id, link_id, code, platform, content, at, ago, clicks, permalink: 'https://example.com/post' }
  })
  const contacts: object[] = []
  const clicks: object[] = []
  for (let ago = 59; ago >= 1; ago--) {
    const start = new Date().setUTCHours(8, 0, 0, 0) - ago * day
    const isWeekend = [0, 6].includes(new Date(start).getUTCDay())
    const count = (isWeekend ? 2 : 7) + (ago < 30 ? (ago * 5) % 6 : 0)
    const out = posts.filter((post) => post.ago > ago)
    for (const { link_id, clicks: most } of out) {
      const some = Math.ceil((most * count) / 4)
      clicks.push({ link_id, day: new Date(start), clicks: some + (ago % 3), visitors: some })
    }
    for (let index = 0; index < count; index++) {
      const at = start + index * 3_600_000 + ago * 60_000
      const [first_name, last_name, company] = PEOPLE[(ago + index) % PEOPLE.length]!
      const source = (ago * 3 + index * 7) % SOURCES.length
      const email = `${first_name}.${last_name}.${ago}${index}@example.com`
        .normalize('NFD')
        .replace(/[^\w.@]/g, '')
        .toLowerCase()
      const post = index % 3 === 0 ? out.at((ago + index) % (out.length || 1)) : undefined
      contacts.push({
        id: idAt(at),
        first_name,
        last_name,
        email,
        company,
        utm_source: SOURCES[source],
        utm_medium: MEDIUMS[source],
        form: FORMS[index % FORMS.length],
        post_id: post?.id,
        link_id: post?.link_id,
        created_at: new Date(at),
      })
    }
  }
  const workspace = '(select id from workspaces limit 1)'
  await sql(
    `insert into posts (workspace_id, id, platform, connection_id, status, content, media_type, scheduled_date,
                        published_at, permalink, publication_state, created_at, updated_at)
     select ${workspace}, past.id, platform,
            (select connections.id from connections where connections.platform = past.platform and is_default), 'scheduled', content,
            case platform when 'thread' then 'text' when 'photo' then 'feed_post' end, at, at, permalink, 'published', at, at
       from jsonb_to_recordset($1) as past (id uuid, platform text, content text, at timestamptz, permalink text)`,
    [JSON.stringify(posts)],
  )
  await sql(
    `insert into links (workspace_id, id, code, post_id, target, created_at, updated_at)
     select ${workspace}, link_id, code, id, 'https://example.com/spring', at, at
       from jsonb_to_recordset($1) as past (id uuid, link_id uuid, code text, at timestamptz)`,
    [JSON.stringify(posts)],
  )
  await sql(
    `insert into link_days (workspace_id, link_id, day, kind, source_host, slot, clicks, visitors)
     select ${workspace}, link_id, day, 'person', 'news.example.com', 0, clicks, visitors
       from jsonb_to_recordset($1) as past (link_id uuid, day date, clicks integer, visitors integer)`,
    [JSON.stringify(clicks)],
  )
  await sql(
    `insert into contacts (workspace_id, id, first_name, last_name, email, email_key, company, utm_source, utm_medium,
                           link_id, post_id, is_touch, extra, created_at)
     select ${workspace}, id, first_name, last_name, email, email, company, utm_source, utm_medium,
            link_id, post_id, true, jsonb_build_object('form', form), created_at
       from jsonb_to_recordset($1) as past (id uuid, first_name text, last_name text, email text, company text,
                                            utm_source text, utm_medium text, link_id uuid, post_id uuid, form text,
                                            created_at timestamptz)`,
    [JSON.stringify(contacts)],
  )
}
