import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAGES } from '../../src/dashboard/pages.ts'
import { inside, outside } from '../browser/places.ts'
import type { Demo } from '../helpers/demo-data.ts'

// tests/browser/places.ts lists the pages that are checked for barriers, layout shifts and texts.

/** They open another page. */
const REDIRECTS = ['/settings', '/settings/keys']

const ID = 'an-id'
const demo = new Proxy({}, { get: () => ID }) as Demo

/** A path as PAGES has it. */
const patternOf = (path: string) => PAGES.find((page) => page.replace(/\$\w+/, ID) === path.split(/[?#]/)[0])

test('every page of the dashboard is among those that the browser tests open', () => {
  const visited = new Set([...outside('/join', '/reset-password'), ...inside(demo)].map(({ path }) => patternOf(path)))
  const missing = PAGES.filter((page) => !visited.has(page) && !REDIRECTS.includes(page))
  assert.deepEqual(missing, [])
})
