import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type NodePath, parseSync, traverse, type types } from '@babel/core'

// Collects the dashboard's texts from its macros into web/src/locales/en.po, and counts texts outside of macros. With
// --check it writes nothing, and fails if the catalogue is out of date or a file has more texts outside than
// web/src/locales/outside.json allows.

const OUTSIDE = 'web/src/locales/outside.json'
const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])
/** Elements that contain code, and attributes that people read or hear. */
const CODE = new Set(['Code', 'Kbd', 'code', 'kbd', 'pre'])
const READ = /^(?:aria-label|alt|title|label|description|placeholder|error|confirm|about|hint|text|nothingFound\w*)$/
const WORD = /\p{L}{2}/u

const outside = await countOutside()
if (process.argv.includes('--check')) {
  await lingui('check', 'sync', '--clean')
  const allowed = JSON.parse(await readFile(OUTSIDE, 'utf8')) as Record<string, number>
  for (const [file, count] of Object.entries(outside)) {
    const most = allowed[file] ?? 0
    if (count <= most) continue
    console.error(
      `${file} has ${count} texts outside of the catalogue; ${most} are allowed. Use the macros t, msg or <Trans>.`,
    )
    process.exitCode = 1
  }
} else {
  await lingui('extract', '--clean')
  await writeFile(OUTSIDE, `${JSON.stringify(outside, null, 2)}\n`)
}

async function lingui(...words: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ['node_modules/@lingui/cli/dist/lingui.js', ...words])
}

/** File → number of texts without a macro. */
async function countOutside(): Promise<Record<string, number>> {
  const files = globSync('web/src/**/*.tsx').sort()
  const counts = await Promise.all(
    files.map(async (file) => [file, countIn(await readFile(file, 'utf8'), file)] as const),
  )
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

function countIn(code: string, filename: string): number {
  const file = parseSync(code, { filename, configFile: false, parserOpts: { plugins: ['typescript', 'jsx'] } })
  let count = 0
  traverse(file!, {
    JSXText(path) {
      if (WORD.test(path.node.value) && !isInside(path)) count++
    },
    JSXAttribute({ node: { name, value } }) {
      if (typeof name.name === 'string' && READ.test(name.name) && textOf(value)) count++
    },
  })
  return count
}

/** A literal text, also `{'…'}` and `{`…`}`. */
function textOf(value: types.JSXAttribute['value']): boolean {
  const inner = value?.type === 'JSXExpressionContainer' ? value.expression : value
  if (inner?.type === 'StringLiteral') return WORD.test(inner.value)
  return inner?.type === 'TemplateLiteral' && inner.quasis.some(({ value: { raw } }) => WORD.test(raw))
}

function isInside(path: NodePath<types.JSXText>): boolean {
  return (
    path.findParent((parent) => {
      if (!parent.isJSXElement()) return false
      const { name } = parent.node.openingElement
      return name.type === 'JSXIdentifier' && (MACROS.has(name.name) || CODE.has(name.name))
    }) !== null
  )
}
