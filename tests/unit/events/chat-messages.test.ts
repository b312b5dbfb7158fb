import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { eventDocs } from '../../../src/app/routes.ts'
import { CHAT_KINDS, CHATS, type ChatKind, chatRequest, maskChatUrl } from '../../../src/events/chat/chat.ts'
import { leadsNotice, type Notice, noticeOf } from '../../../src/events/chat/notice.ts'
import { LANGUAGES, type Language } from '../../../src/messages/languages.ts'
import { message } from '../../../src/messages/message.ts'
import { sentence } from '../../../src/messages/sentence.ts'
import { toReason } from '../../../src/messages/stored.ts'
import { naughtyStrings } from '../../helpers/naughty-strings.ts'

// Compares messages with the documented rules of the chats.

const ajv = new Ajv2020({ allErrors: true, strict: false })
addFormats.default(ajv)
const schemas = Object.fromEntries(
  CHAT_KINDS.map((kind) => {
    const file = new URL(`../../fixtures/chat/${kind}.json`, import.meta.url)
    return [kind, ajv.compile(JSON.parse(readFileSync(file, 'utf8')))]
  }),
)

const ADDRESSES: Record<ChatKind, string> = {
  slack: 'https://hooks.slack.com/services/T0000/B0000/abcdefghijklmnop',
  discord: 'https://discord.com/api/webhooks/123456/abcdefghijklmnopqrstuvwxyz',
  teams: 'https://prod-1.westeurope.logic.azure.com/workflows/abc/triggers/manual/paths/invoke?sig=abcdefgh',
  ntfy: 'https://ntfy.sh/my-leads-k3v9x2',
}
const NOBODY = { post: null, link: null, form: null }

interface Said {
  type?: string
  data: object
  language?: Language
  origin?: { post: string | null; link: string | null; form: string | null }
}

/** The payload of a message, checked against the rules of the chat. */
// biome-ignore lint/suspicious/noExplicitAny: each chat has its own shape
function say(kind: ChatKind, { type = 'contact.created', data, origin = NOBODY, language = 'en' }: Said): any {
  return send(kind, noticeOf({ ...toldOf(type, data, language), origin, statuses: {}, zone: 'UTC' }))
}

function toldOf(type: string, data: object, language: Language = 'en') {
  const createdAt = new Date('2026-11-15T09:30:00Z')
  return { type, createdAt, data: { ...data }, baseUrl: 'https://doorpost.example', language }
}

// biome-ignore lint/suspicious/noExplicitAny: each chat has its own shape
function send(kind: ChatKind, notice: Notice): any {
  const { body } = chatRequest(kind, { url: ADDRESSES[kind], token: null }, notice)
  const payload = JSON.parse(body)
  const validate = schemas[kind]!
  const isRight: boolean = validate(payload)
  assert.ok(isRight, `${kind} ${notice.title}: ${ajv.errorsText(validate.errors)}\n${body}`)
  if (kind === 'discord') assert.ok(embedLength(payload.embeds[0]) <= 6_000, 'an embed has at most 6000 characters')
  if (kind === 'teams') assert.ok(Buffer.byteLength(body) <= 28 * 1_024, 'a card has at most 28 KB')
  if (kind === 'ntfy') assert.ok(Buffer.byteLength(payload.message) <= 4_096, 'more would become a file')
  return payload
}

function embedLength(embed: { title: string; description?: string; fields: Array<{ name: string; value: string }> }) {
  const texts = [embed.title, embed.description ?? '', ...embed.fields.flatMap(({ name, value }) => [name, value])]
  return texts.join('').length
}

const ANA = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012',
  first_name: 'Ana',
  last_name: 'Silva',
  email: 'ana@example.com',
  company: 'Example & Sons',
}
const PAGE = `https://doorpost.example/contacts/${ANA.id}`
const ORIGIN = { post: 'Doors open at nine.', link: 'https://example.com/', form: 'Contact' }

for (const kind of CHAT_KINDS) {
  test('a message says what the lead wrote, and leaves out what the website sent along', () => {
    const message = 'We are redoing the foyer of a small hotel.\nCould you send an offer?'
    const extra = {
      dp: 'aB3dE6gH',
      utm_campaign: 'spring',
      landing_page: '/offer',
      phone: '+351 210',
      message,
      vip: true,
    }
    for (const kind of CHAT_KINDS) {
      const text = JSON.stringify(say(kind, { data: { id: '1', first_name: 'Ana', extra } })).replaceAll('\\\\', '')
      for (const told of ['We are redoing the foyer', 'Could you send an offer', '351 210', 'vip']) {
        assert.ok(text.includes(told), `${kind}: ${told}: ${text}`)
      }
      for (const hidden of ['aB3dE6gH', 'utm_campaign', '/offer"'])
        assert.ok(!text.includes(hidden), `${kind}: ${hidden}`)
    }
    // Names and values of strangers cannot become markup, however long.
    for (const kind of CHAT_KINDS) {
      const long = Object.fromEntries(naughtyStrings.slice(0, 40).map((value, i) => [`${value}${i}`, value.repeat(40)]))
      say(kind, {
        data: { id: '1', first_name: 'Ana', extra: { ...long, message: '<!channel> @everyone '.repeat(400) } },
      })
    }
    const slack = JSON.stringify(say('slack', { data: { id: '1', first_name: 'A', extra: { note: '<!channel>' } } }))
    assert.ok(!slack.includes('<!channel>'))
  })

  describe(kind, () => {
    test('every type of event becomes a message that the chat accepts', () => {
      for (const { type, example } of eventDocs) {
        for (const language of LANGUAGES) {
          const text = JSON.stringify(say(kind, { type, data: example.data, language }))
          assert.doesNotMatch(text, /undefined|\[object|"null"|Invalid Date/, type)
        }
      }
      say(kind, { type: 'contact.updated', data: { id: ANA.id, erased: true } })
      say(kind, { type: 'later.something_new', data: { id: ANA.id } })
      say(kind, { type: 'contact.created', data: {} })
    })

    test('whatever a stranger writes, however long, the message is accepted by the chat', () => {
      for (const text of naughtyStrings) {
        say(kind, { data: { ...ANA, first_name: text, company: text }, origin: { post: text, link: text, form: text } })
      }
      for (const character of ['x', '<', '*', '€', '😀', '\n']) {
        const long = `${character.repeat(9_000)}y`
        say(kind, { data: { ...ANA, first_name: long, last_name: long, email: long, company: long } })
        say(kind, { type: 'post.failed', data: { id: ANA.id, content: long, publication: { reason: long } } })
        const leads = Array.from({ length: 50 }, () => ({ ...ANA, first_name: long, email: long, company: long }))
        send(kind, leadsNotice(leads.map((data) => toldOf('contact.created', data))))
      }
    })
  })
}

test('many new leads are counted, and the first ones named; an erased one is not', () => {
  const data = [{ ...ANA, first_name: '*Ana* <!channel>' }, { id: ANA.id, erased: true }, ...Array(20).fill(ANA)]
  const slack = send('slack', leadsNotice(data.map((each) => toldOf('contact.created', each))))
  assert.equal(slack.blocks[0].text.text, '22 new leads')
  const fields = slack.blocks.flatMap((block: { fields?: object[] }) => block.fields ?? [])
  assert.equal(fields.length, 20)
  assert.deepEqual(fields.slice(0, 2), [
    { type: 'mrkdwn', text: '*Lead*', verbatim: true },
    {
      type: 'plain_text',
      text: '*Ana* &lt;!channel&gt; Silva, ana@example.com, Example &amp; Sons',
      emoji: false,
    },
  ])
  assert.ok(slack.blocks.some(({ text }: { text?: { text: string } }) => text?.text === 'and 12 more'))
})

test('a new lead shows who it is, where it came from, and where to read more', () => {
  const data = { ...ANA, utm_source: 'newsletter', utm_medium: 'email' }
  const slack = say('slack', { data, origin: ORIGIN })
  assert.equal(slack.blocks[0].text.text, 'New lead: Ana Silva')
  const fields = slack.blocks[1].fields.map(({ text }: { text: string }) => text)
  assert.deepEqual(fields, [
    ...['*E-mail*', 'ana@example.com', '*Company*', 'Example &amp; Sons', '*Post*', 'Doors open at nine.'],
    ...['*Form*', 'Contact', '*Source*', 'newsletter / email'],
  ])
  assert.equal(slack.blocks[2].text.text, `<${PAGE}|Open the contact>`)

  const [embed] = say('discord', { data, origin: ORIGIN }).embeds
  assert.deepEqual([embed.title, embed.url], ['New lead\\: Ana Silva', PAGE])
  assert.equal(embed.fields[0].value, 'ana\\@example.com')

  const { content } = say('teams', { data, origin: ORIGIN }).attachments[0]
  assert.equal(content.body[1].inlines[1].text, 'ana@example.com')
  assert.equal(content.actions[0].url, PAGE)

  const { topic, title, message, click } = say('ntfy', { data, origin: ORIGIN })
  assert.deepEqual([topic, title, click], ['my-leads-k3v9x2', 'New lead: Ana Silva', PAGE])
  assert.equal(
    message,
    'E-mail: ana@example.com\nCompany: Example & Sons\nPost: Doors open at nine.\nForm: Contact\nSource: newsletter / email',
  )
})

test('a lead that only came by a link names the link', () => {
  const { message } = say('ntfy', { data: ANA, origin: { ...ORIGIN, post: null, form: null } })
  assert.match(message, /^Link: https:\/\/example\.com\/$/m)
})

test('reasons, sizes and days are in the language of the endpoint', () => {
  const said = toReason(message('network.refused', { network: 'X', said: '' }))
  const failed = { type: 'post.failed', data: { id: ANA.id, publication: said } }
  assert.match(say('ntfy', { ...failed, language: 'de' }).message, /^Grund: X hat den Beitrag/)
  const from02 = { type: 'post.failed', data: { id: ANA.id, publication: { reason: 'X refused the post.' } } }
  assert.equal(say('ntfy', { ...from02, language: 'de' }).message, 'Grund: X refused the post.')
  const webhook = { type: 'webhook.received', data: { id: ANA.id, body_bytes: 12_345 } }
  assert.equal(say('ntfy', { ...webhook, language: 'de' }).message, 'Größe: 12.345 Bytes')
  const account = {
    type: 'connection.expiring',
    data: { name: 'Example Ltd', works_until: '2027-01-14T09:30:00.000Z' },
  }
  assert.match(say('ntfy', { ...account, language: 'ja' }).message, /^有効期限：2027年1月14日$/m)
  const { body } = say('teams', { ...account, language: 'fr' }).attachments[0].content
  assert.equal(body[1].inlines[0].text, 'Valable jusqu’au\u00a0: ')
})

test('a published post has its link, a failed one the reason, and an account what to do', () => {
  const permalink = 'https://x.com/example/status/1'
  const out = say('teams', {
    type: 'post.published',
    data: { id: ANA.id, content: 'Hello', publication: { permalink } },
  })
  assert.deepEqual(
    out.attachments[0].content.actions.map(({ url }: { url: string }) => url),
    [`https://doorpost.example/posts/${ANA.id}`, permalink],
  )
  const failed = say('ntfy', {
    type: 'post.failed',
    data: { id: ANA.id, content: 'Hello', publication: { reason: 'Refused.' } },
  })
  assert.deepEqual([failed.title, failed.message, failed.priority], ['Post failed', 'Why: Refused.\nHello', 4])
  const account = say('ntfy', {
    type: 'connection.needs_reconnect',
    data: { name: 'Example Ltd', provider: 'linkedin' },
  })
  assert.equal(account.title, 'Example Ltd has to be connected again')
  const script = { id: ANA.id, content: 'x', publication: { permalink: 'javascript:alert(1)' } }
  assert.doesNotMatch(JSON.stringify(say('discord', { type: 'post.published', data: script })), /javascript/)
})

describe('text of a stranger pings nobody and formats nothing', () => {
  const first_name = '<!channel> <@U123> @everyone *bold* [click](https://evil.example) `x` > q :tada: # h'
  const data = { ...ANA, first_name, last_name: null, company: 'one\n# two\n> three' }

  test('slack: no control character is left, and the text is plain', () => {
    const { text, blocks } = say('slack', { data })
    assert.doesNotMatch(text, /[<>]/)
    assert.deepEqual([blocks[0].text.type, blocks[0].text.emoji], ['plain_text', false])
    assert.match(blocks[0].text.text, /&lt;!channel&gt; &lt;@U123&gt;/)
    for (const field of blocks[1].fields) {
      if (field.type === 'mrkdwn') assert.match(field.text, /^\*[\w-]+\*$/)
    }
  })
  test('discord: every special character is escaped, and no mention is parsed', () => {
    const { embeds, allowed_mentions } = say('discord', { data })
    assert.deepEqual(allowed_mentions, { parse: [] })
    assert.doesNotMatch(embeds[0].title, /(?<!\\)[*_~`|>#[\]()<:@]/)
    assert.equal(embeds[0].fields[1].value, 'one \\# two \\> three')
  })
  test('teams: it is in text runs, which have no Markdown', () => {
    const { content } = say('teams', { data }).attachments[0]
    assert.equal(content.body[0].inlines[0].text, `New lead: ${first_name}`)
    assert.ok(content.body.every(({ type }: { type: string }) => type === 'RichTextBlock'))
  })
  test('ntfy: it is plain text', () => {
    assert.equal(say('ntfy', { data }).markdown, undefined)
  })
})

describe('addresses', () => {
  test('of the services are accepted, and their secret part is not shown', () => {
    for (const kind of CHAT_KINDS) {
      assert.equal(CHATS[kind].checkUrl(new URL(ADDRESSES[kind]), false), null)
      const shown = maskChatUrl(kind, ADDRESSES[kind])
      assert.ok(shown.startsWith(`${new URL(ADDRESSES[kind]).origin}/`))
      assert.doesNotMatch(shown, /abcdefgh|my-leads|T0000|123456/)
    }
    assert.equal(maskChatUrl('slack', ADDRESSES.slack), 'https://hooks.slack.com/services/…mnop')
    assert.equal(maskChatUrl('ntfy', 'https://ntfy.sh/alerts'), 'https://ntfy.sh/…')
  })
  const WRONG: Array<[kind: ChatKind, url: string, says: RegExp]> = [
    ['slack', 'https://example.com/services/T/B/x', /hooks\.slack\.com\/services/],
    ['slack', 'https://hooks.slack.com.evil.example/services/T/B/x', /hooks\.slack\.com\/services/],
    ['slack', 'https://hooks.slack.com/triggers/T/1/x', /incoming webhook/],
    ['discord', 'https://discord.com/channels/1/2', /Integrations, Webhooks/],
    ['discord', 'https://evildiscord.com/api/webhooks/1/x', /webhook of Discord/],
    ['teams', 'https://contoso.webhook.office.com/webhookb2/x', /retired.*Workflows/],
    ['ntfy', 'https://ntfy.sh/', /must end with a topic/],
    ['ntfy', 'https://ntfy.sh/app', /must end with a topic/],
    ['ntfy', 'https://ntfy.sh/a%20b', /must end with a topic/],
    ['ntfy', 'https://ntfy.sh/topic?auth=x', /must end with a topic/],
  ]
  for (const [kind, url, says] of WRONG) {
    test(`not for ${kind}: ${url}`, () => assert.match(sentence(CHATS[kind].checkUrl(new URL(url), false)!), says))
  }
})
