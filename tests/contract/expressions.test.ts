import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import { parseAst } from 'vite'

// A regular expression with quadratic time blocks the process when a stranger sends a long text. Usual fixes: a
// lookbehind, so that a run of characters is only tried at its start (`(?<!\/)\/+$`), sets that do not overlap, or a
// bound (`{0,200}`).

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

interface Expression {
  file: string
  source: string
  flags: string
}

const files = globSync('src/**/*.ts', { cwd: ROOT }).sort()

function literalsIn(file: string): Expression[] {
  const found: Expression[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { regex } = node as { regex?: { pattern: string; flags: string } }
    if (regex) found.push({ file, source: regex.pattern, flags: regex.flags })
    Object.values(node).forEach(walk)
  }
  walk(parseAst(readFileSync(join(ROOT, file), 'utf8'), { lang: 'ts' }))
  return found
}

/** Expressions that `new RegExp` creates while these files are loaded. */
async function constructedIn(paths: string[]): Promise<Expression[]> {
  const code = `
    const made = []
    globalThis.RegExp = class extends RegExp {
      constructor(...given) { super(...given); made.push({ file: 'new RegExp', source: this.source, flags: this.flags }) }
    }
    for (const path of ${JSON.stringify(paths)}) await import('./' + path)
    console.log(JSON.stringify(made))
  `
  const options = { cwd: ROOT, maxBuffer: 10_000_000 }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], options)
  return JSON.parse(stdout)
}

function isSlow({ source, flags }: Pick<Expression, 'source' | 'flags'>): boolean {
  const forms = [source, withShortStart(source, flags)]
  return forms.some((form) => analyse({ source: form, flags }, { maxReports: 1 }).reports.length > 0)
}

const ONE_CHARACTER = /^(?:Character|CharacterClass|CharacterSet|ExpressionCharacterClass)$/

/** The checker detects that `<.*>` is slow, but not `<!--.*>`: this turns it into `-.*>`. */
function withShortStart(source: string, flags: string): string {
  const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, unicode)
  const shortened = alternatives.map(({ elements }) => {
    const first = elements.findIndex(({ type }) => !ONE_CHARACTER.test(type))
    return elements.slice(Math.max(0, first - 1)).map(({ raw }) => raw)
  })
  return shortened.map((raws) => raws.join('')).join('|')
}

function describeSlow(expressions: Expression[]): string[] {
  return expressions.filter(isSlow).map(({ file, source, flags }) => `${file}: /${source}/${flags}`)
}

test('the checker detects expressions with quadratic or exponential time, and passes their fixed forms', () => {
  const slow = [/\/+$/, /<[^>]*>/g, /^(a+)+$/, /\p{P}+$/u, /\s*,\s*/, /^[a-z.]+\.[a-z.]+$/, /(?<!a)\/+$/, /<!--.*-->/]
  assert.deepEqual(
    slow.filter((expression) => !isSlow(expression)),
    [],
  )
  const linear = [/(?<!\/)\/+$/, /<[^>]{0,200}>/g, /^a+$/, /(?<!\p{P})\p{P}+$/u, /^[a-z]+\.[a-z.]+$/, /\s+/g]
  assert.deepEqual(linear.filter(isSlow), [])
})

test('every regular expression takes linear time on long texts', () => {
  const literals = files.flatMap(literalsIn)
  assert.ok(literals.length > 400)
  assert.deepEqual(describeSlow(literals), [])
})

test('so does every one that is assembled when a file is loaded', async () => {
  const makers = files.filter((file) =>
    /^(?:export )?const .*=\s*new RegExp\(/m.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  const constructed = await constructedIn(makers)
  assert.ok(makers.length > 4 && constructed.length >= makers.length)
  assert.deepEqual(describeSlow(constructed), [])
})
