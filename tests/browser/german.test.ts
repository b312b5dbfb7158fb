// @alone

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { IntlMessageFormat } from 'intl-messageformat'
import type { Page } from 'playwright-core'
import { en as english } from '../../src/messages/en.ts'
import { catalogueOf } from '../../src/messages/sentence.ts'
import { noBrowser } from '../helpers/browser.ts'
import { type Demo, makeDemo, PICTURE, PICTURES } from '../helpers/demo-data.ts'
import { type Stage, startReceiver, startStage } from './helper.ts'
import { untilLoaded } from './jumps.ts'
import { BUTTONS, changeNothing, FRAME, openEach } from './openings.ts'
import { inside, type Place } from './places.ts'

// Every page in German, with every dialog, menu and list that opens in it: nothing is an English text of the dashboard
// or of the server, neither to read nor for screen readers. `npm run screenshots -- --language de` takes pictures of them.

/** English texts that are not German ones too, as patterns: a value can be anything. */
interface EnglishTexts {
  whole: Set<string>
  patterns: ReadonlyArray<{ longest: string; pattern: RegExp }>
}

async function readEnglish(): Promise<EnglishTexts> {
  const [catalogue] = await getCatalogs(getConfig())
  const [own, translated] = await Promise.all(['en', 'de'].map((language) => catalogue!.read(language)))
  const read = (entries: typeof own) => Object.values(entries ?? {}).map(({ translation = '' }) => translation)
  const inGerman = new Set([...read(translated), ...Object.values(catalogueOf('de'))].flatMap(piecesOf).map(patternOf))
  const pieces = [...read(own), ...Object.values<string>(english)].flatMap(piecesOf)
  const onlyEnglish = pieces.filter((piece) => !inGerman.has(patternOf(piece)))
  const values = onlyEnglish.filter((piece) => piece.length > 1 && lettersIn(piece) >= LETTERS_MIN)
  return {
    whole: new Set(onlyEnglish.filter((piece) => piece.length === 1).map(([text]) => text!)),
    patterns: values.map((piece) => ({
      longest: piece.toSorted((one, other) => other.length - one.length)[0]!,
      pattern: new RegExp(`^${patternOf(piece)}$`, 's'),
    })),
  }
}

const FORM_LABELS = ['First name', 'Last name', 'E-mail', 'Company', 'Message', 'Consent']

/** What people have written: the English labels of a form, and the name of a link. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  'form-build': FORM_LABELS,
  'form-languages': FORM_LABELS,
  links: ['Spring newsletter'],
  link: ['Spring newsletter'],
}

/** The texts of posts are on many pages. */
const POSTS = ['We are hiring a second tile maker in Porto.', 'Open doors on Saturday: see how a tile is made']

/** Around values, so many letters are a text. */
const LETTERS_MIN = 3

const lettersIn = (piece: readonly string[]) => piece.join('').replace(/\P{L}/gu, '').length

const patternOf = (piece: readonly string[]) =>
  piece.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')

/** A text in pieces, as elements in it cut it; each consists of what is around its values. */
function piecesOf(text: string): string[][] {
  let shapes: string[][] = [['']]
  const add = (endings: string[][]) => {
    shapes = shapes.flatMap((shape) =>
      endings.map(([first = '', ...rest]) => [...shape.slice(0, -1), shape.at(-1)! + first, ...rest]),
    )
  }
  const walk = (parts: ReturnType<IntlMessageFormat['getAst']>): void => {
    for (const part of parts) {
      if (part.type === 0) add([[part.value]])
      else if ('options' in part) {
        const before = shapes
        shapes = Object.values(part.options).flatMap(({ value }) => {
          shapes = before
          walk(value)
          return shapes
        })
      } else add([['', '']])
    }
  }
  walk(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst())
  return shapes.flatMap((shape) => cutAtElements(shape)).filter((piece) => lettersIn(piece) > 1)
}

function cutAtElements(shape: readonly string[]): string[][] {
  const pieces: string[][] = [[]]
  for (const literal of shape) {
    const [first, ...rest] = literal.split(/<\/?\w+\/?>/)
    pieces.at(-1)!.push(first!)
    for (const each of rest) pieces.push([each])
  }
  return pieces.map((piece) => piece.map((text, at) => trimmed(text, at === 0, at === piece.length - 1)))
}

function trimmed(text: string, isFirst: boolean, isLast: boolean): string {
  const start = isFirst ? text.trimStart() : text
  return isLast ? start.trimEnd() : start
}

/** What people can see or hear. Runs in the page. */
function findTexts(): string[] {
  const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const isCode = (element: Element) => element.closest('code, pre, kbd, [data-mono], svg, [lang]:not(html)') !== null
  const found = new Set<string>()
  for (const element of document.body.querySelectorAll('*')) {
    if (isCode(element) || !isShown(element)) continue
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      found.add(element.getAttribute(name)?.trim() ?? '')
    if (element instanceof HTMLInputElement && element.type === 'text') found.add(element.value.trim())
    if (element instanceof HTMLSelectElement) for (const { label } of element.options) found.add(label.trim())
    if (element.tagName === 'TEXTAREA') continue
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.textContent!.trim())
  }
  return [...found].filter((text) => /\p{L}{2}/u.test(text))
}

describe('every page in German', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const receiver = await startReceiver()
  let demo: Demo
  let texts: EnglishTexts
  before(async () => {
    demo = await makeDemo(stage.url, await stage.key(), receiver.url)
    await stage.call('PATCH', '/v1/me', { language: 'de' })
    texts = await readEnglish()
  })

  const isEnglish = (text: string) =>
    texts.whole.has(text) || texts.patterns.some(({ longest, pattern }) => text.includes(longest) && pattern.test(text))

  const problemsOf = async (page: Page, name: string, where = name): Promise<string[]> => {
    const written = WRITTEN[name] ?? []
    const isWritten = (text: string) => written.includes(text) || POSTS.some((post) => text.includes(post))
    const found = (await page.evaluate(findTexts)).filter((text) => isEnglish(text) && !isWritten(text))
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)
    return [...found, ...(isWide ? ['scrolls sideways'] : [])].map((problem) => `${where}: ${problem}`)
  }

  /** The problems of a page and of what opens in it. */
  const walk = async (page: Page, { name, path }: Place, opened: Set<string>): Promise<string[]> => {
    const load = async () => {
      await page.goto(new URL(path, stage.url).href)
      await page.locator('h1').first().waitFor()
      await untilLoaded(page)
    }
    await load()
    const problems = await problemsOf(page, name)
    await openEach(page, {
      load,
      buttons: `${name === 'overview' ? `${FRAME}, ` : ''}${BUTTONS}, main input[aria-haspopup=listbox]:visible`,
      look: async (popup) => {
        const title = (await popup.getAttribute('aria-label')) ?? (await popup.innerText()).split('\n', 1)[0]
        if (opened.has(`${name}: ${title}`)) return
        opened.add(`${name}: ${title}`)
        const known = new Set(problems.map((problem) => problem.replace(/^.*?: /, '')))
        const found = await problemsOf(page, name, `${name}, ${title}`)
        problems.push(...found.filter((problem) => !known.has(problem.replace(/^.*?: /, ''))))
      },
    })
    return problems
  }

  test('nothing in it is English', { timeout: 900_000 }, async () => {
    const only = process.env.ONLY?.split(',')
    const places = inside(demo).filter(({ name }) => only?.includes(name) ?? true)
    const halves = [places.filter((_, at) => at % 2 === 0), places.filter((_, at) => at % 2 === 1)]
    const opened = new Set<string>()
    const problems = await Promise.all(
      halves.map(async (half) => {
        const { page, context, complaints } = await stage.owner({ locale: 'en-GB', reducedMotion: 'reduce' })
        await changeNothing(page)
        const previews = `**/v1/media/preview?url=${encodeURIComponent(PICTURES)}**`
        await context.route(previews, (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))
        const all: string[] = []
        for (const place of half) all.push(...(await walk(page, place, opened)))
        await context.close()
        return [...all, ...complaints]
      }),
    )
    assert.deepEqual(problems.flat(), [])
    if (!only) assert.ok(opened.size >= 60, `${opened.size} were opened: ${[...opened].join('; ')}`)
  })
})
