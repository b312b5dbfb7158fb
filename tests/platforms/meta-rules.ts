import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { message } from '../../src/messages/message.ts'
import { sentence } from '../../src/messages/sentence.ts'
import { AuthError, MediaError, type MediaFile } from '../../src/platforms/shared/contract.ts'
import { platformHttp } from '../helpers/platform-http.ts'
import {
  brokenHttp,
  type ErrorRow,
  exchangesOf,
  failureIn,
  HOUR_MS,
  MINUTE_MS,
  missing,
  NOW,
  prepareAll,
  readDocument,
  type Service,
  setStage,
} from './meta-harness.ts'

// Rules of both platforms of Meta. Each test calls this with its own formats.

const CONTAINER = '17889615691921648'
const MEDIA = '18012345678901234'
const nothingTaken = { sentAt: new Date(NOW), takenIds: new Set<string>() }

export function describeErrors(service: Service, document: string): void {
  describe('every documented error has its class and a sentence', () => {
    for (const row of readDocument<ErrorRow[]>(document)) {
      const code = [row.error.code, row.error.error_subcode].filter((part) => part !== undefined).join('/')
      const answer = { status: row.status, headers: row.headers ?? {}, json: { error: row.error } }
      const [kind, failureClass] = row.send.split(' ')

      test(`${code} (${row.status}) at publication: ${row.send}`, async (t) => {
        const { create, status, publishAnswers } = exchangesOf(service)
        const ready = status(CONTAINER, 'FINISHED')
        // A refusal is checked against the container.
        const exchanges = [create(CONTAINER), ready, publishAnswers(answer), ...(kind === 'refused' ? [ready] : [])]
        const stage = await setStage(t, service, exchanges)
        const { progress } = await prepareAll(service.adapter, stage, service.post)
        const result = await service.adapter.send(stage.context, service.post, progress)
        stage.finished()
        assert.equal(result.kind, kind)
        assert.ok(result.kind !== 'published')
        assert.equal(result.failure.class, failureClass)
        assert.equal(result.failure.platformCode, code)
        assert.equal(result.failure.raw?.status, row.status)
        assert.match(sentence(result.failure.message), /^[“A-Z].*\.$/)
        if (failureClass !== 'ambiguous')
          assert.ok(sentence(result.failure.message).includes(row.says), sentence(result.failure.message))
        assert.equal(result.failure.retryAt !== null, ['rate_limited', 'not_ready'].includes(failureClass!))
      })

      test(`${code} (${row.status}) at creation: ${row.prepare}`, async (t) => {
        const { createFails } = exchangesOf(service)
        const stage = await setStage(t, service, [createFails(row.error, row.status)])
        const result = await service.adapter.prepare(stage.context, service.post, {})
        stage.finished()
        const failure = result.kind === 'failed' ? result.failure : null
        assert.equal([result.kind, failure?.class].filter(Boolean).join(' '), row.prepare)
        if (failure) assert.ok(sentence(failure.message).includes(row.says), sentence(failure.message))
      })
    }
  })

  describe('rate limits', () => {
    const limited = { message: 'limit', type: 'OAuthException', code: 4 }
    const retryAfter = async (t: Parameters<typeof setStage>[0], error: unknown, headers: Record<string, string>) => {
      const { create, status, publishAnswers } = exchangesOf(service)
      const answer = { status: 400, headers, json: { error } }
      const exchanges = [create(CONTAINER), status(CONTAINER, 'FINISHED'), publishAnswers(answer)]
      const stage = await setStage(t, service, exchanges)
      const { progress } = await prepareAll(service.adapter, stage, service.post)
      const result = await service.adapter.send(stage.context, service.post, progress)
      assert.ok(result.kind === 'refused' && result.failure.retryAt)
      return result.failure.retryAt.getTime() - stage.clock.now
    }

    test('the end in the usage header is used', async (t) => {
      const usage = { 1: [{ type: 'x', estimated_time_to_regain_access: 7 }, { estimated_time_to_regain_access: 19 }] }
      const headers = { 'x-business-use-case-usage': JSON.stringify(usage) }
      assert.equal(await retryAfter(t, limited, headers), 19 * MINUTE_MS)
    })

    test('Retry-After is used', async (t) => {
      assert.equal(await retryAfter(t, limited, { 'retry-after': '120' }), 2 * MINUTE_MS)
    })

    test('invalid headers are ignored', async (t) => {
      const headers = { 'x-business-use-case-usage': '{"a":[null,3,{"estimated_time_to_regain_access":"x"}]}' }
      assert.equal(await retryAfter(t, limited, headers), 15 * MINUTE_MS)
    })

    test('the daily quota is retried after an hour, because its window moves', async (t) => {
      assert.equal(await retryAfter(t, { ...limited, code: 9, error_subcode: 2207042 }, {}), HOUR_MS)
    })

    test('no header can defer a post for longer than a day', async (t) => {
      assert.equal(await retryAfter(t, limited, { 'retry-after': '999999999' }), 24 * HOUR_MS)
    })
  })
}

export function describePreparation(service: Service): void {
  const { adapter, post } = service
  const { create, createFails, status, statusFails, list, row } = exchangesOf(service)

  describe('preparation', () => {
    test('the times between looks grow to a minute, and the first look comes early', async (t) => {
      const looks = Array.from({ length: 9 }, () => status(CONTAINER, 'IN_PROGRESS'))
      const stage = await setStage(t, service, [create(CONTAINER), ...looks, status(CONTAINER, 'FINISHED')])
      const { result, waits } = await prepareAll(adapter, stage, post)
      stage.finished()
      assert.equal(result.kind, 'ready')
      assert.ok(waits[0]! <= 5_000)
      assert.ok(waits.at(-1)! <= MINUTE_MS)
    })

    test('a container that has just finished is left alone for the configured time, and not read again', async (t) => {
      const stage = await setStage(t, service, [create(CONTAINER), status(CONTAINER, 'FINISHED')])
      stage.context.settings = { ...stage.settings, settleMs: 3_000 }
      const { result, waits } = await prepareAll(adapter, stage, post)
      stage.finished()
      assert.equal(result.kind, 'ready')
      assert.equal(waits.at(-1), 3_000)
    })

    test('a ready container that is read again is not recreated', async (t) => {
      const stage = await setStage(t, service, [
        create(CONTAINER),
        status(CONTAINER, 'FINISHED'),
        status(CONTAINER, 'FINISHED'),
      ])
      const { progress } = await prepareAll(adapter, stage, post)
      const again = await prepareAll(adapter, stage, post, progress)
      stage.finished()
      assert.equal(again.result.kind, 'ready')
    })

    test('a container that ended with an error is recreated twice, then the post fails with the reason', async (t) => {
      const round = (id: string) => [create(id), status(id, 'ERROR', 'UNKNOWN')]
      const stage = await setStage(t, service, ['1791', '1792', '1793'].flatMap(round))
      const { result, progress } = await prepareAll(adapter, stage, post)
      stage.finished()
      const failure = failureIn(result)
      assert.equal(failure.class, 'media_processing')
      assert.match(sentence(failure.message), /could not process/)
      assert.match(failure.raw!.body, /UNKNOWN/)
      assert.deepEqual(progress, {}, 'a later try starts from the beginning')
    })

    test('a container older than 23 hours is recreated, as often as necessary', async (t) => {
      const rounds = Array.from({ length: 4 }, (_, at) => `179${at}`)
      const exchanges = rounds
        .flatMap((id) => [create(id), status(id, 'FINISHED'), status(id, 'FINISHED')])
        .slice(0, -1)
      const stage = await setStage(t, service, exchanges)
      let { progress } = await prepareAll(adapter, stage, post)
      for (let day = 1; day < rounds.length; day++) {
        stage.clock.now += 23 * HOUR_MS
        const next = await prepareAll(adapter, stage, post, progress)
        assert.equal(next.result.kind, 'ready')
        progress = next.progress
      }
      stage.finished()
      assert.equal((progress.container as { id: string }).id, '1793')
    })

    test('an expired container is recreated', async (t) => {
      const exchanges = [create('1791'), status('1791', 'EXPIRED'), create('1792'), status('1792', 'FINISHED')]
      const stage = await setStage(t, service, exchanges)
      assert.equal((await prepareAll(adapter, stage, post)).result.kind, 'ready')
      stage.finished()
    })

    test('processing that never ends fails the post after a limited number of attempts', async (t) => {
      let made = 0
      const http = brokenHttp(true)
      const stage = await setStage(t, service, [], { http })
      stage.context.http = async (request) => {
        if (request.method === 'POST') made += 1
        stage.calls.push(request.method)
        const json = request.method === 'POST' ? { id: `179${made}` } : { [service.statusField]: 'IN_PROGRESS' }
        return { status: 200, headers: new Headers(), text: JSON.stringify(json), json }
      }
      const { result } = await prepareAll(adapter, stage, post)
      assert.equal(failureIn(result).class, 'media_processing')
      assert.equal(made, 3)
      assert.ok(stage.clock.now - NOW < 2 * HOUR_MS)
    })

    test('a container that is already published is never published again', async (t) => {
      const exchanges = [create(CONTAINER), status(CONTAINER, 'FINISHED'), status(CONTAINER, 'PUBLISHED')]
      const stage = await setStage(t, service, exchanges)
      const first = await prepareAll(adapter, stage, post)
      const { result, progress } = await prepareAll(adapter, stage, post, first.progress)
      assert.equal(result.kind, 'ready')
      const sent = await adapter.send(stage.context, post, progress)
      stage.finished()
      assert.ok(sent.kind === 'unknown' && sent.failure.class === 'ambiguous')
    })

    test('containers of another text, account or media are not used', async (t) => {
      const exchanges = [create('1791'), status('1791', 'FINISHED'), create('1792'), status('1792', 'FINISHED')]
      const stage = await setStage(t, service, exchanges)
      const { progress } = await prepareAll(adapter, stage, post)
      const edited = { ...post, text: `${post.text}!` }
      const refused = await adapter.send(stage.context, edited, progress)
      assert.ok(refused.kind === 'refused' && refused.failure.class === 'not_ready')
      const next = await prepareAll(adapter, stage, edited, progress)
      assert.equal((next.progress.container as { id: string }).id, '1792')
      stage.finished()
    })

    test('a container still refused after three sends and a quarter of an hour is replaced if the list shows no such post', async (t) => {
      const offers = Array.from({ length: 4 }, () => status('1791', 'FINISHED'))
      const exchanges = [
        create('1791'),
        ...offers,
        list([row('1', { media_type: 'AUDIO' })]),
        create('1792'),
        status('1792', 'FINISHED'),
      ]
      const stage = await setStage(t, service, exchanges)
      let progress = {}
      for (let send = 0; send < 4; send++) {
        const next = await prepareAll(adapter, stage, post, progress)
        assert.equal(next.result.kind, 'ready')
        progress = next.progress
        stage.clock.now += 6 * MINUTE_MS
      }
      stage.finished()
      assert.equal((progress as { container: { id: string } }).container.id, '1792')
    })

    test('and is kept when the list does show one', async (t) => {
      const offers = Array.from({ length: 4 }, () => status('1791', 'FINISHED'))
      const stage = await setStage(t, service, [create('1791'), ...offers, list([row(MEDIA)])])
      let progress = {}
      for (let send = 0; send < 4; send++) {
        progress = (await prepareAll(adapter, stage, post, progress)).progress
        stage.clock.now += 6 * MINUTE_MS
      }
      stage.finished()
      assert.equal((progress as { container: { id: string } }).container.id, '1791')
    })

    test('a container that was sent and cannot be read is not replaced while the list shows such a post', async (t) => {
      const looks = Array.from({ length: 20 }, () => statusFails(CONTAINER, missing))
      const stage = await setStage(t, service, [create(CONTAINER), status(CONTAINER, 'FINISHED'), ...looks])
      const { progress } = await prepareAll(adapter, stage, post)
      let saved = progress
      for (let look = 0; look < 6; look++) saved = (await adapter.prepare(stage.context, post, saved)).progress
      stage.clock.now += 16 * MINUTE_MS
      const seen = await setStage(t, service, [statusFails(CONTAINER, missing), list([row(MEDIA)])])
      seen.clock.now = stage.clock.now
      const result = await adapter.prepare(seen.context, post, saved)
      seen.finished()
      assert.equal(result.kind, 'ready')
      assert.equal((await adapter.send(seen.context, post, result.progress)).kind, 'unknown')
    })

    test('a container that is in progress after it was sent is not replaced while the list shows such a post', async (t) => {
      const inProgress = status(CONTAINER, 'IN_PROGRESS')
      const start = [create(CONTAINER), status(CONTAINER, 'FINISHED')]
      const stage = await setStage(t, service, [...start, inProgress, list([row(MEDIA)]), inProgress, list([])])
      const { progress } = await prepareAll(adapter, stage, post)
      stage.clock.now += 40 * MINUTE_MS
      const kept = await adapter.prepare(stage.context, post, progress)
      assert.deepEqual(kept.progress.container, progress.container)
      const replaced = await adapter.prepare(stage.context, post, progress)
      stage.finished()
      assert.equal(replaced.progress.container, null)
    })

    test('carousel items that became too old meanwhile are recreated', async (t) => {
      const first = create('1791')
      const exchanges = [first, create('1792'), create('1793'), create(CONTAINER), status(CONTAINER, 'FINISHED')]
      const stage = await setStage(t, service, exchanges)
      const mediaUrls = ['https://www.example.com/a.jpg', 'https://www.example.com/b.jpg']
      const carousel = { ...post, mediaType: 'carousel', mediaUrls }
      const { progress } = await adapter.prepare(stage.context, carousel, {})
      stage.clock.now += 23 * HOUR_MS
      const done = await prepareAll(adapter, stage, carousel, progress)
      stage.finished()
      const ids = (done.progress.children as Array<{ id: string }>).map((child) => child.id)
      assert.deepEqual(ids, ['1792', '1793'])
    })

    test('a missing connection and a lost answer are retried: containers are invisible', async (t) => {
      for (const sent of [false, true]) {
        const stage = await setStage(t, service, [], { http: brokenHttp(sent) })
        const failure = failureIn(await adapter.prepare(stage.context, post, {}))
        assert.equal(failure.class, 'platform_down_before_send')
        assert.ok(!JSON.stringify(failure).includes(service.accessToken))
      }
    })

    test('an answer without a usable id is not a container', async (t) => {
      for (const id of [undefined, null, '', {}, '1784/..', '..', 1.5]) {
        const stage = await setStage(t, service, [create(id as string)])
        const failure = failureIn(await adapter.prepare(stage.context, post, {}))
        assert.equal(failure.class, 'platform_down_before_send')
      }
    })

    test('a post without the file it needs fails at once, without a call', async (t) => {
      const stage = await setStage(t, service, [])
      const bare = { ...post, mediaType: 'carousel', mediaUrls: ['https://www.example.com/a.jpg'] }
      assert.equal(failureIn(await adapter.prepare(stage.context, bare, {})).class, 'rejected_content')
    })

    test('a carousel item with an unavailable file is media_unreachable', async (t) => {
      const openMedia = (): Promise<MediaFile> =>
        Promise.reject(new MediaError(message('file.wrong_status', { status: 404 })))
      const stage = await setStage(t, service, [], { openMedia })
      const urls = ['https://www.example.com/file', 'https://www.example.com/b.jpg']
      const failure = failureIn(
        await adapter.prepare(stage.context, { ...post, mediaType: 'carousel', mediaUrls: urls }, {}),
      )
      assert.equal(failure.class, 'media_unreachable')
      assert.match(sentence(failure.message), /404/)
    })

    test('a carousel whose items the platform has lost is recreated from its items', async (t) => {
      const lost = { message: 'The requested resource does not exist', code: 24, error_subcode: 2207006 }
      const items = (at: number) => [create(`179${at}1`), create(`179${at}2`)]
      const exchanges = [...items(1), createFails(lost), ...items(2), create(CONTAINER), status(CONTAINER, 'FINISHED')]
      const stage = await setStage(t, service, exchanges)
      const mediaUrls = ['https://www.example.com/a.jpg', 'https://www.example.com/b.jpg']
      const { result } = await prepareAll(adapter, stage, { ...post, mediaType: 'carousel', mediaUrls })
      stage.finished()
      assert.equal(result.kind, 'ready')
    })
  })
}

export function describeSending(service: Service): void {
  const { adapter, post } = service
  const { create, status, publishAnswers } = exchangesOf(service)
  const sendWith = async (t: Parameters<typeof setStage>[0], answer: Parameters<typeof publishAnswers>[0]) => {
    const ready = status(CONTAINER, 'FINISHED')
    const stage = await setStage(t, service, [create(CONTAINER), ready, publishAnswers(answer), ready])
    const { progress } = await prepareAll(adapter, stage, post)
    const before = stage.calls.length
    const result = await adapter.send(stage.context, post, progress)
    const [visible, ...reads] = stage.calls.slice(before)
    assert.match(visible!, /^POST /)
    assert.deepEqual(reads, result.kind === 'refused' ? [`GET /${service.version}/${CONTAINER}`] : [])
    return result
  }

  describe('sending makes one visible call and claims no more than is known', () => {
    test('a connection that breaks before the answer leaves it unknown', async (t) => {
      assert.equal((await sendWith(t, { status: 200, broken: 'before' })).kind, 'unknown')
    })

    test('half an answer leaves it unknown', async (t) => {
      assert.equal((await sendWith(t, { status: 200, json: { id: MEDIA }, broken: 'inside' })).kind, 'unknown')
    })

    test('a success without a readable id leaves it unknown', async (t) => {
      for (const json of [{}, { id: null }, { id: '' }, { id: ['1'] }, [], 'ok', { id: 2 ** 60 }]) {
        assert.equal((await sendWith(t, { status: 200, json })).kind, 'unknown', JSON.stringify(json))
      }
      assert.equal((await sendWith(t, { status: 200, text: '<html>' })).kind, 'unknown')
    })

    test('a status of 5xx leaves it unknown, whatever the body says', async (t) => {
      for (const code of [190, 36003, 4]) {
        assert.equal((await sendWith(t, { status: 500, json: { error: { message: 'x', code } } })).kind, 'unknown')
      }
      assert.equal((await sendWith(t, { status: 502, text: 'Bad gateway' })).kind, 'unknown')
    })

    test('an unknown form of refusal leaves it unknown', async (t) => {
      assert.equal((await sendWith(t, { status: 400, text: 'Bad request' })).kind, 'unknown')
      assert.equal((await sendWith(t, { status: 302, headers: { location: 'https://example.com' } })).kind, 'unknown')
    })

    test('401 and 429 without a body are understood', async (t) => {
      const expired = await sendWith(t, { status: 401 })
      assert.ok(expired.kind === 'refused' && expired.failure.class === 'auth_expired')
      const limited = await sendWith(t, { status: 429, headers: { 'retry-after': '60' } })
      assert.ok(limited.kind === 'refused' && limited.failure.class === 'rate_limited')
    })

    test('a refusal leaves it unknown if the container says that the post is out', async (t) => {
      const refusal = { status: 400, json: { error: { message: 'no', code: 100 } } }
      const exchanges = [create(CONTAINER), status(CONTAINER, 'FINISHED'), publishAnswers(refusal)]
      const stage = await setStage(t, service, [...exchanges, status(CONTAINER, 'PUBLISHED')])
      const { progress } = await prepareAll(adapter, stage, post)
      const result = await adapter.send(stage.context, post, progress)
      stage.finished()
      assert.ok(result.kind === 'unknown' && result.failure.class === 'ambiguous')
    })

    test('no connection at all is a refusal, after which it may be sent again', async (t) => {
      const stage = await setStage(t, service, [create(CONTAINER), status(CONTAINER, 'FINISHED')])
      const { progress } = await prepareAll(adapter, stage, post)
      stage.context.http = brokenHttp(false)
      const result = await adapter.send(stage.context, post, progress)
      assert.ok(result.kind === 'refused' && result.failure.class === 'platform_down_before_send')
    })

    test('an unprepared post is not sent', async (t) => {
      const stage = await setStage(t, service, [])
      const result = await adapter.send(stage.context, post, {})
      assert.ok(result.kind === 'refused' && result.failure.class === 'not_ready')
    })

    test('failures contain no tokens and secrets, and their body is cut', async (t) => {
      const { accessToken, clientSecret } = service
      const message = `bad ${accessToken} ?access_token=EAAother&x=1 ${clientSecret} Authorization: Bearer EAAthird-token`
      const error = { message: message + 'x'.repeat(5000), code: 100 }
      const result = await sendWith(t, { status: 400, json: { error } })
      assert.ok(result.kind === 'refused')
      const text = JSON.stringify(result.failure)
      for (const secret of [accessToken, clientSecret, 'EAAother', 'EAAthird'])
        assert.ok(!text.includes(secret), secret)
      assert.ok(result.failure.raw!.body.length <= 2000)
      assert.ok(sentence(result.failure.message).length < 500)
    })
  })
}

export function describeReconciliation(service: Service): void {
  const { adapter, post } = service
  const { status, statusFails, list, listFails, row } = exchangesOf(service)
  const progress = { container: { id: CONTAINER, createdAt: NOW } }
  const look = async (
    t: Parameters<typeof setStage>[0],
    exchanges: Parameters<typeof setStage>[2],
    search = nothingTaken,
    over: Partial<typeof post> = {},
  ) => {
    const stage = await setStage(t, service, exchanges)
    const finding = await adapter.reconcile(stage.context, { ...post, ...over }, progress, search)
    stage.finished()
    assert.ok(
      stage.calls.every((call) => call.startsWith('GET')),
      'it only reads',
    )
    return finding
  }

  describe('whether it was published', () => {
    test('without a container, as in a restored database, the list is read', async (t) => {
      const lookWithout = async (rows: object[]) => {
        const stage = await setStage(t, service, [list(rows)])
        return adapter.reconcile(stage.context, post, {}, nothingTaken)
      }
      assert.deepEqual(await lookWithout([row(MEDIA)]), { kind: 'found', platformId: MEDIA })
      assert.deepEqual(await lookWithout([]), { kind: 'not_seen' })
    })

    test('FINISHED, ERROR and EXPIRED are certainly not out; IN_PROGRESS is not known yet', async (t) => {
      assert.deepEqual(await look(t, [status(CONTAINER, 'FINISHED')]), { kind: 'absent' })
      assert.deepEqual(await look(t, [status(CONTAINER, 'ERROR', 'UNKNOWN')]), { kind: 'absent' })
      assert.deepEqual(await look(t, [status(CONTAINER, 'EXPIRED')]), { kind: 'absent' })
      assert.deepEqual(await look(t, [status(CONTAINER, 'IN_PROGRESS')]), { kind: 'not_seen' })
    })

    test('PUBLISHED is out, under the id of the post with this text and kind', async (t) => {
      const others = [
        row('11', { [service.textField]: 'Something else' }),
        row('12', { media_type: 'AUDIO' }),
        row('13', { timestamp: '2026-11-15T08:58:59+0000' }),
        row('14', { timestamp: 'yesterday' }),
        row('15', { [service.textField]: 7 }),
        { id: 16 },
        null,
      ]
      const since = String(NOW / 1000 - 60)
      const exchanges = [status(CONTAINER, 'PUBLISHED'), list([...others, row(MEDIA)], undefined, { since })]
      assert.deepEqual(await look(t, exchanges), { kind: 'found', platformId: MEDIA })
    })

    test('texts are compared after normalisation, without the space around them', async (t) => {
      const exchanges = [status(CONTAINER, 'PUBLISHED'), list([row(MEDIA, { [service.textField]: 'Caf\u00e9 open' })])]
      const finding = await look(t, exchanges, nothingTaken, { text: ' Cafe\u0301 open\n' })
      assert.deepEqual(finding, { kind: 'found', platformId: MEDIA })
    })

    test('a post without text is listed without one', async (t) => {
      const exchanges = [
        status(CONTAINER, 'PUBLISHED'),
        list([row('11'), row(MEDIA, { [service.textField]: undefined })]),
      ]
      assert.deepEqual(await look(t, exchanges, nothingTaken, { text: '' }), { kind: 'found', platformId: MEDIA })
    })

    test('ids of other posts are not used', async (t) => {
      const search = { sentAt: new Date(NOW), takenIds: new Set(['11']) }
      const exchanges = [status(CONTAINER, 'PUBLISHED'), list([row('11'), row(MEDIA)])]
      assert.deepEqual(await look(t, exchanges, search), { kind: 'found', platformId: MEDIA })
    })

    test('published but not in the list, or twice in it, or with an unordered list: out, without an id', async (t) => {
      const published = status(CONTAINER, 'PUBLISHED')
      const unnamed = { kind: 'found', platformId: null }
      assert.deepEqual(await look(t, [published, list([row('11', { media_type: 'AUDIO' })])]), unnamed)
      assert.deepEqual(await look(t, [published, list([row('11'), row('12')])]), unnamed)
      assert.deepEqual(await look(t, [published, listFails({ message: 'x', code: 2 }, 500)]), unnamed)
      assert.deepEqual(await look(t, [published, { ...list([]), answer: { status: 200, broken: 'before' } }]), unnamed)
      assert.deepEqual(await look(t, [published, list('nonsense')]), unnamed)
    })

    test('a container that cannot be read is never treated as absent: the list is read', async (t) => {
      const unreadable = statusFails(CONTAINER, missing)
      assert.deepEqual(await look(t, [unreadable, list([row(MEDIA)])]), { kind: 'found', platformId: MEDIA })
      assert.deepEqual(await look(t, [unreadable, list([])]), { kind: 'not_seen' })
      assert.deepEqual(await look(t, [status(CONTAINER, 'WHATEVER'), list([])]), { kind: 'not_seen' })
    })

    test('the next pages are read by their cursor, from our own address', async (t) => {
      const paging = (after: string) => ({ cursors: { after }, next: 'https://evil.example/?steal' })
      const exchanges = [
        status(CONTAINER, 'PUBLISHED'),
        list([row('11', { media_type: 'AUDIO' })], paging('QVF1')),
        list([row(MEDIA)], { cursors: { after: 'QVF2' } }, { after: 'QVF1' }),
      ]
      assert.deepEqual(await look(t, exchanges), { kind: 'found', platformId: MEDIA })
    })

    test('an endless list is not read forever', async (t) => {
      const page = (at: number) => list([], { cursors: { after: `c${at}` }, next: 'x' })
      const exchanges = [statusFails(CONTAINER, missing), page(1), page(2), page(3)]
      assert.deepEqual(await look(t, exchanges), { kind: 'not_seen' })
    })

    test('a read that fails says so, with its class', async (t) => {
      const classOf = async (error: unknown, code: number) => {
        const finding = await look(t, [statusFails(CONTAINER, error, code)])
        return finding.kind === 'failed' ? finding.failure.class : finding.kind
      }
      assert.equal(await classOf({ message: 'expired', code: 190, error_subcode: 463 }, 401), 'auth_expired')
      assert.equal(await classOf({ message: 'limit', code: 4 }, 400), 'rate_limited')
      assert.equal(await classOf({ message: 'oops', code: 2 }, 503), 'platform_down_before_send')
      const unreadable = statusFails(CONTAINER, missing)
      const finding = await look(t, [unreadable, listFails({ message: 'expired', code: 190 }, 401)])
      assert.equal(finding.kind, 'failed')
    })

    test('no connection is a failed read', async (t) => {
      const stage = await setStage(t, service, [], { http: brokenHttp(false) })
      assert.equal((await adapter.reconcile(stage.context, post, progress, nothingTaken)).kind, 'failed')
    })
  })

  describe('permalink', () => {
    test('an invalid link, an error or no answer is null, never a failure', async (t) => {
      const { version } = service
      const request = { method: 'GET', path: `/${version}/${MEDIA}`, query: { fields: 'permalink' } }
      for (const answer of [
        { status: 200, json: { id: MEDIA } },
        { status: 200, json: { permalink: 7 } },
        { status: 200, json: { permalink: 'javascript:alert(1)' } },
        { status: 200, text: 'x' },
        { status: 400, json: { error: missing } },
        { status: 200, broken: 'before' as const },
      ]) {
        const stage = await setStage(t, service, [{ request, answer }])
        assert.equal(await adapter.permalink(stage.context, MEDIA), null)
      }
    })
  })
}

export function describeConnecting(service: Service): void {
  const { auth } = service.adapter
  const request = { code: 'AQB-code', redirectUri: 'https://doorpost.example/callback', codeVerifier: null }
  const token = { method: 'POST', path: '/oauth/access_token' }
  const exchange = { method: 'GET', path: '/access_token' }
  const refresh = { method: 'GET', path: '/refresh_access_token' }
  const tokens = {
    accessToken: service.accessToken,
    expiresAt: new Date(NOW + HOUR_MS),
    refreshToken: null,
    refreshExpiresAt: null,
    scopes: ['a'],
  }
  const now = new Date(NOW)

  describe('connecting', () => {
    test('a refused code is an AuthError that repeats no secret', async (t) => {
      const words = `This authorization code has been used: AQB-code ${service.clientSecret}`
      const answer = { status: 400, json: { error_type: 'OAuthException', code: 400, error_message: words } }
      const { settings } = await setStage(t, service, [{ request: token, answer }])
      await assert.rejects(auth.exchangeCode(platformHttp, settings, request, now), (error: Error) => {
        assert.ok(error instanceof AuthError)
        assert.match(error.message, /has been used.*Connect the account again\.$/)
        assert.ok(!error.message.includes(service.clientSecret) && !error.message.includes('AQB-code'))
        return true
      })
    })

    test('an unreachable platform refuses no code', async (t) => {
      const { settings } = await setStage(t, service, [{ request: token, answer: { status: 503, text: 'down' } }])
      await assert.rejects(
        auth.exchangeCode(platformHttp, settings, request, now),
        (error) => !(error instanceof AuthError),
      )
    })

    test('an answer without a token is an error', async (t) => {
      for (const json of [{}, { access_token: 7 }, { access_token: 'with space' }, { data: [] }]) {
        const { settings } = await setStage(t, service, [{ request: token, answer: { status: 200, json } }])
        await assert.rejects(auth.exchangeCode(platformHttp, settings, request, now), /without a token/)
      }
    })

    test('a missing lifetime is the documented one of 60 days', async (t) => {
      const { settings } = await setStage(t, service, [
        { request: token, answer: { status: 200, json: { access_token: 'short' } } },
        { request: exchange, answer: { status: 200, json: { access_token: 'long', expires_in: 'soon' } } },
      ])
      const result = await auth.exchangeCode(platformHttp, settings, request, now)
      assert.equal(result.expiresAt?.getTime(), NOW + 60 * 24 * HOUR_MS)
    })

    test('a refresh that is refused because of the token is an AuthError; for another reason it is not', async (t) => {
      const rows = [
        { status: 401, error: { message: 'Session has expired.', code: 190, error_subcode: 463 }, isFinal: true },
        { status: 400, error: { message: 'must be at least 24 hours old', code: 100 }, isFinal: false },
        { status: 500, error: { message: 'oops', code: 1 }, isFinal: false },
      ]
      for (const { status, error, isFinal } of rows) {
        const { settings } = await setStage(t, service, [{ request: refresh, answer: { status, json: { error } } }])
        await assert.rejects(
          auth.refresh!(platformHttp, settings, tokens, now),
          (thrown) => thrown instanceof AuthError === isFinal,
        )
      }
    })

    test('a lost connection repeats no token', async (t) => {
      const { settings } = await setStage(t, service, [])
      const http = brokenHttp(true)
      const own = { ...tokens, accessToken: 'THAAtoken-of-the-account' }
      await assert.rejects(auth.refresh!(http, settings, own, now), (error: Error) => !/THAA/.test(error.message))
    })

    test('a token is refreshed in the second half of its life, and never before it is a day old', () => {
      const day = 24 * HOUR_MS
      const ends = (days: number) => ({ ...tokens, expiresAt: new Date(NOW + days * day) })
      assert.equal(auth.refreshAfter(ends(60), now)?.getTime(), NOW + 30 * day)
      assert.equal(auth.refreshAfter(ends(20), now)?.getTime(), NOW + 25 * HOUR_MS)
      assert.equal(auth.refreshAfter(ends(1), now), null)
    })

    test('a refused token has no profile, and an answer without an id is an error', async (t) => {
      const me = { method: 'GET', path: `/${service.version}/me` }
      const refused = { status: 400, json: { error: { message: 'x', code: 190 } } }
      const first = await setStage(t, service, [{ request: me, answer: refused }])
      await assert.rejects(auth.profiles(platformHttp, first.settings, 'token'), AuthError)
      const second = await setStage(t, service, [{ request: me, answer: { status: 200, json: { username: 'x' } } }])
      await assert.rejects(auth.profiles(platformHttp, second.settings, 'token'), /which account/)
    })
  })
}
