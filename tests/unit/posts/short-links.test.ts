import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSameApartFromLinks } from '../../../src/platforms/shared/text.ts'

describe('a text that a platform returns with short links', () => {
  const same: Array<[shown: string, sent: string]> = [
    ['Read https://lnkd.in/eAbC-12 now', 'Read https://example.com/a/very/long/path?x=1#y now'],
    ['(https://lnkd.in/eAbC).', '(https://example.com/a).'],
    ['https://lnkd.in/a https://lnkd.in/b', 'https://one.example https://two.example'],
    ['See https://lnkd.in/a', 'See example.com/path'],
    ['No link at all', 'No  link\nat all '],
    ['https://lnkd.in/mine', 'https://lnkd.in/mine'],
  ]
  for (const [shown, sent] of same)
    it(`${shown} = ${sent}`, () => assert.ok(isSameApartFromLinks(shown, sent, 'lnkd.in')))

  const other: Array<[shown: string, sent: string]> = [
    ['Read https://lnkd.in/eAbC now', 'Read https://example.com later'],
    ['Read https://lnkd.in/eAbC now', 'Read word now'],
    ['Read https://lnkd.in/eAbC', 'Read'],
    ['https://lnkd.in/a', 'https://one.example https://two.example'],
    ['https://t.co/a', 'https://one.example'],
    ['(https://lnkd.in/a)', 'https://one.example'],
    ['https://one.example', 'https://two.example'],
  ]
  for (const [shown, sent] of other)
    it(`${shown} ≠ ${sent}`, () => assert.ok(!isSameApartFromLinks(shown, sent, 'lnkd.in')))
})
