import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { withoutSendMarker } from '../../proof/publishing/faults/controls.ts'
import type { Provider } from '../../src/platforms/registry.ts'
import { FORMATS, type Format } from '../../src/platforms/shared/provider.ts'
import { TEXT_FIELD } from '../../src/posts/fields.ts'
import { Crash, PUBLISH_CALL, PUBLISH_CALL_OF, SIMULATOR_OF, startStage } from '../helpers/publishing.ts'
import { startServer } from '../helpers/server.ts'

// The process dies at every named moment. Its successor only has the database, and the oracle counts.

const stage = await startStage()
const unmarked = await startServer({
  beside: stage.server,
  clock: { now: stage.now },
  sandboxUrl: stage.simulators.url,
  replace: withoutSendMarker,
  hooks: { crashPoint: (name) => stage.onCrashPoint?.(name) },
})

const POINTS = [
  'before_prepare_step',
  'after_prepare_step',
  'after_marker',
  'after_send',
  'after_record',
  'before_look',
] as const
type Point = (typeof POINTS)[number]

/** Dies the nth time that a point is reached. Returns a function that counts the deaths. */
function dieAt(point: Point, nth: number, deaths = 1): () => number {
  let seen = 0
  let died = 0
  stage.onCrashPoint = (name) => {
    if (name !== point || ++seen < nth || died >= deaths) return
    died++
    throw new Crash(point)
  }
  return () => died
}

/** Continues after deaths: the queue gives the job to the next process. */
async function driveOver(id: string, on = stage.server) {
  for (let deaths = 0; deaths < 30; deaths++) {
    try {
      return await stage.drive(id, { on })
    } catch (error) {
      if (!(error instanceof Crash)) throw error
    }
  }
  return assert.fail('it never ends')
}

const SUBJECTS: Array<[Format, 'member' | 'organization', (() => Record<string, unknown>)?, Provider?]> = [
  ['thread', 'member'],
  ['photo', 'member', () => ({ media_type: 'carousel', media_urls: [stage.media('a.jpg'), stage.media('b.jpg')] })],
  ['professional', 'organization', () => ({ media_urls: [stage.media('a.jpg')] })],
  ['professional', 'member'],
  ['short', 'member', () => ({ media_urls: [stage.media('a.jpg')] })],
  ['short', 'member', () => ({ media_urls: [stage.media('a.jpg')] }), 'bluesky'],
]

// LinkedIn's cards are read from the page, so it is on this machine.
const PAGE = { professional: 'http://127.0.0.1:9/articles/2026/why-links-count' } as Partial<Record<Format, string>>

/** With a tracked link: however often the process dies, only one code becomes public. */
const bodyOf = (platform: Format, more: Record<string, unknown> = {}) => ({
  [TEXT_FIELD[platform]]: `Read ${PAGE[platform] ?? 'https://www.example.com/why-links-count'} today`,
  track_links: 'short',
  ...more,
})
const codesOf = async (id: string) =>
  (await stage.server.sql<{ code: string }>('select code from links where post_id = $1', [id])).map(({ code }) => code)

for (const [platform, kind, body, provider = SIMULATOR_OF[platform]] of SUBJECTS) {
  const call = PUBLISH_CALL_OF[provider] ?? PUBLISH_CALL[platform]
  describe(`${platform} of a ${kind} on ${provider}`, () => {
    beforeEach(async () => {
      await stage.fresh([])
      await stage.connect(platform, kind, provider)
    })
    const canBeRead = platform !== 'professional' || kind === 'organization'

    for (const point of POINTS) {
      for (const nth of point.includes('prepare') ? [1, 2, 3] : [1]) {
        for (const deaths of [1, 3]) {
          test(`dies ${deaths} times at ${point} (${nth}): out once, or reported as unknown`, async () => {
            // There is nothing to look for unless an answer was lost.
            if (point === 'before_look') {
              await stage.control.fault({ platform: provider, call, kind: 'drop_after', times: 1 })
            }
            const died = dieAt(point, nth, deaths)
            const id = await stage.create(platform, bodyOf(platform, body?.()))
            const codes = await codesOf(id)
            assert.equal(codes.length, 1)
            const row = await driveOver(id)
            assert.deepEqual(await codesOf(id), codes)
            assert.ok(died() > 0 || (nth > 1 && row.publication_state === 'published'), 'the point was never reached')
            const items = await stage.publicOf(platform, provider)
            assert.ok(items.length <= 1, 'twice')
            for (const { sent } of items) assert.ok(sent.includes(`/l/${codes[0]}`), sent)
            if (row.publication_state === 'published') {
              assert.equal(items.length, 1)
              assert.equal(row.platform_id, items[0]!.id)
              await stage.step(id)
              assert.ok((await stage.row(id)).permalink)
            } else {
              assert.equal(row.publication_state, 'unconfirmed')
              assert.equal(canBeRead, false, 'what can be read is never left open')
            }
            assert.equal((await stage.control.oracle()).duplicates, 0)
          })
        }
      }
    }

    test('dies after the call and the lists lag: out once', async () => {
      const lag = { kind: 'lag' as const, ms: 20_000, hide_status: true }
      await stage.control.fault({ platform: provider, call, ...lag })
      // Meta does not document what happens when a container is published twice: this assumes the worst.
      await stage.control.settings({ threads: { republish: 'new_item' }, instagram: { republish: 'new_item' } })
      dieAt('after_send', 1)
      const row = await driveOver(await stage.create(platform, bodyOf(platform, body?.())))
      assert.equal(row.publication_state, canBeRead ? 'published' : 'unconfirmed')
      assert.equal((await stage.publicOf(platform, provider)).length, 1)
    })
  })
}

describe('the negative control', () => {
  for (const platform of FORMATS) {
    test(`without the marker a crash after the call sends ${platform} twice, so the tests above can fail`, async () => {
      await stage.fresh([platform])
      await stage.control.settings({
        threads: { republish: 'new_item' },
        instagram: { republish: 'new_item' },
        linkedin: { duplicate_window_ms: 0 },
        x: { duplicate_window_ms: 0 },
      })
      // A container shows that it is out. The marker only matters while that is not visible yet.
      const lag = { kind: 'lag' as const, ms: 3_600_000, hide_status: true }
      await stage.control.fault({ platform: SIMULATOR_OF[platform], call: PUBLISH_CALL[platform], ...lag })
      dieAt('after_send', 1)
      await driveOver(await stage.create(platform), unmarked)
      assert.equal((await stage.publicOf(platform)).length, 2)
      assert.equal((await stage.control.oracle()).duplicates, 1)
    })
  }
})

test('the job of a post that died still exists, at every point', async () => {
  await stage.fresh(['thread'])
  for (const point of ['before_prepare_step', 'after_marker', 'after_send'] as const) {
    dieAt(point, 1)
    const id = await stage.create('thread')
    await assert.rejects(async () => {
      for (;;) await stage.step(id)
    }, Crash)
    assert.ok(await stage.nextRun(id))
    await stage.drive(id)
  }
})
