import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isDay } from '../../../../web/src/parts/wall-clock.ts'
import { instantOf, localOf, refuseOutlived, suggestions } from '../../../../web/src/posts/compose/draft.ts'
import { fileNameOf, isWebUrl, keyed, kindOf, moved, splitUrls } from '../../../../web/src/posts/media.ts'

test('a request without an answer is not repeated when the API has forgotten its key', () => {
  const now = Date.now()
  const isRefused = (sent: { id: string | null; at?: number }) => {
    let forgotten = false
    try {
      refuseOutlived(sent, () => {
        forgotten = true
      })
    } catch (error) {
      assert.match((error as Error).message, /may be stored already\. Look for it in the list/)
      assert.ok(forgotten)
    }
    return forgotten
  }
  assert.ok(isRefused({ id: null, at: now - 24 * 3_600_000 }))
  assert.ok(isRefused({ id: null }))
  assert.ok(!isRefused({ id: null, at: now - 3_600_000 }))
  assert.ok(!isRefused({ id: 'stored', at: now - 24 * 3_600_000 }))
})

test('pasted addresses are split, also those with commas in them', () => {
  assert.deepEqual(splitUrls(' https://a.example/1.jpg,\nhttps://a.example/2.jpg, https://a.example/3,4.jpg '), [
    'https://a.example/1.jpg',
    'https://a.example/2.jpg',
    'https://a.example/3,4.jpg',
  ])
  assert.deepEqual(splitUrls('https://a.example/1,https://a.example/2'), ['https://a.example/1', 'https://a.example/2'])
  assert.deepEqual(splitUrls('  '), [])
})

test('a file is recognised by the extension of its path, not of its query', () => {
  assert.equal(kindOf('https://a.example/A.JPEG?download=x.mp4'), 'image')
  assert.equal(kindOf('https://a.example/clip.mov#t=1'), 'video')
  assert.equal(kindOf('https://a.example/file?name=a.png'), 'unknown')
  assert.equal(kindOf('no address'), 'unknown')
  assert.equal(fileNameOf('https://a.example/b/caf%C3%A9.png'), 'café.png')
  assert.equal(fileNameOf('https://a.example/%ff.png'), '%ff.png')
  assert.equal(fileNameOf('https://a.example/'), 'a.example')
})

test('only web addresses count', () => {
  assert.ok(isWebUrl('HTTPS://a.example/x'))
  for (const url of ['https://', 'https:///x', 'ftp://a.example', 'javascript:alert(1)', 'a.example/x']) {
    assert.equal(isWebUrl(url), false, url)
  }
})

test('moving loses nothing, and the same file twice has two keys', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5), { minLength: 1, maxLength: 8 }), fc.nat(7), fc.nat(7), (list, one, other) => {
      const [from, to] = [one % list.length, other % list.length]
      const next = moved(list, from, to)
      assert.equal(next[to], list[from])
      assert.deepEqual(next.toSorted(), list.toSorted())
      const keys = keyed(list.map(String)).map(({ key }) => key)
      assert.equal(new Set(keys).size, keys.length)
    }),
  )
})

test('a date of the form is a moment, or a sentence says why not', () => {
  const zone = 'Europe/Berlin'
  assert.equal(instantOf({ date: '', time: '', zone }), null)
  assert.deepEqual(instantOf({ date: '2026-11-15', time: '', zone }), { problem: 'Choose a time, too.' })
  assert.deepEqual(instantOf({ date: '', time: '09:00', zone }), { problem: 'Choose a date, too.' })
  assert.deepEqual(instantOf({ date: '2026-11-15', time: '09:00', zone }), { at: new Date('2026-11-15T08:00:00Z') })
  assert.ok('problem' in instantOf({ date: '2027-03-28', time: '02:30', zone })!, 'the clocks skip it')
  assert.deepEqual(localOf(new Date('2026-11-15T23:30:00Z'), zone), { date: '2026-11-16', time: '00:30' })
  assert.ok(isDay('2028-02-29') && !isDay('2027-02-29') && !isDay(undefined))
})

test('the suggestions are days of the zone, and on a Sunday Monday is not offered twice', () => {
  const labels = (now: string) =>
    suggestions(new Date(now), 'Asia/Tokyo').map(({ label, local }) => [label, local.date])
  assert.deepEqual(labels('2026-11-14T16:00:00Z'), [
    ['In an hour', '2026-11-15'],
    ['Tomorrow, 9:00 AM', '2026-11-16'],
  ])
  assert.deepEqual(labels('2026-11-15T16:00:00Z'), [
    ['In an hour', '2026-11-16'],
    ['Tomorrow, 9:00 AM', '2026-11-17'],
    ['Monday, 9:00 AM', '2026-11-23'],
  ])
})
