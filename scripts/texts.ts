import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type NodePath, parseSync, traverse, types } from '@babel/core'
import config, { COMPLETE } from '../lingui.config.ts'

// Collects the dashboard's texts from its macros into web/src/locales/en.po and the catalogues of complete languages
// (`--all`: of every language), and lists texts outside of macros. With --check it writes nothing, and fails if a
// catalogue is out of date, a complete language lacks a translation, or a text is outside of macros.

const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal', 't', 'msg', 'plural', 'select', 'selectOrdinal'])
/** Elements that contain code, and attributes and properties that people read or hear. */
const CODE = new Set(['Code', 'Kbd', 'code', 'kbd', 'pre', 'CodeBlock'])
const READ =
  /^(?:aria-label|alt|title|label|description|placeholder|error|confirm|about|hint|text|lead|message|head|none|nothingFound\w*)$/
const WORD = /\p{L}{2}/u
/** Names, units, styles, colours, addresses, tags and commands. */
const SKIPPED =
  /^(?:Doorpost|SVG|PNG|UTF-16 BE|Samsung Internet|… ms|[a-z]+\.\d|https?:\/\/\S*|[\w.]+@example\.com|.*\bvar\(.*|.*px .*|<[a-z]+ .*|(?:curl|-H) .*)$/s
/** "Nobody yet", "Saved.", "Paused: nothing is sent", "at least three words"; not `max(480px, 50%)` or `M3 12h16`. */
const PHRASE = /^[^\p{L}]*(?:\p{Lu}\p{Ll}+(?:[,.]? \p{L}|: \p{Ll}|\.$)|\p{L}+(?: \p{L}{2,}){2})/u
/** Stands for an interpolated value. */
const VALUE = '…'
/** "For …", "… attempts", "1 attempt"; not `/v1/posts/…` or `font-…`. */
const BESIDE_VALUE = /(?:^|[\s(])\p{L}{2,}[:,]? …|[…\d][,:]? \p{L}{2,}(?![\p{L}\d(=])/u

/** The only file that formats, in the language of the page. */
const LOCALE = 'parts/locale.ts'
const FORMATS = /^(?:NumberFormat|ListFormat|PluralRules|Collator|RelativeTimeFormat|DisplayNames|Segmenter)$/
const OWN_LANGUAGE = /^(?:toLocale(?:Date|Time)?String|localeCompare)$/

const synced = process.argv.includes('--all') ? config.locales : ['en', ...COMPLETE]
const outside = await findOutside()
if (process.argv.includes('--check')) {
  await lingui('check', 'sync', '--clean', '--locale', synced.join())
  if (COMPLETE.length > 0) await lingui('check', 'missing', '--mode', 'catalog', '--locale', COMPLETE.join())
  if (outside.length > 0) {
    console.error(
      `Texts outside of the catalogue, or in another language. Use the macros t, msg or <Trans>.\n${outside.join('\n')}`,
    )
    process.exitCode = 1
  }
} else {
  await lingui('extract', '--clean', '--locale', synced.join())
  if (outside.length > 0) console.log(`Texts outside of the catalogue:\n${outside.join('\n')}`)
}

async function lingui(...words: string[]): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, ['node_modules/@lingui/cli/dist/lingui.js', ...words])
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${stdout}${stderr}\nRun npm run texts, and translate what is new.`, { cause: error })
  }
}

/** Texts without a macro, and formats in another language, with their places. */
async function findOutside(): Promise<string[]> {
  const files = globSync('web/src/**/*.{ts,tsx}').filter((file) => !/\.d\.ts$|api[\\/]schema\.ts$/.test(file))
  const found = await Promise.all(
    files.sort().map(async (file) => textsIn(await readFile(file, 'utf8'), file).map((text) => `${file}:${text}`)),
  )
  return found.flat()
}

function textsIn(code: string, filename: string): string[] {
  const plugins: Array<'typescript' | 'jsx'> = filename.endsWith('x') ? ['typescript', 'jsx'] : ['typescript']
  const file = parseSync(code, { filename, configFile: false, parserOpts: { plugins } })
  const found: string[] = []
  const check = (path: NodePath, text: string) => {
    const isText = path.isJSXText() || isRead(path) ? WORD.test(text) : PHRASE.test(text) || BESIDE_VALUE.test(text)
    if (isText && !SKIPPED.test(text.trim()) && !isInside(path))
      found.push(`${path.node.loc?.start.line}: ${text.trim().replace(/\s+/g, ' ')}`)
  }
  traverse(file!, {
    JSXText: (path) => check(path, path.node.value),
    StringLiteral: (path) => path.key !== 'key' && check(path, path.node.value),
    // A number or date in another language than the page's.
    MemberExpression: (path) => {
      const { object, property } = path.node
      const name = types.isIdentifier(property) ? property.name : ''
      const isFormat = types.isIdentifier(object, { name: 'Intl' }) ? FORMATS.test(name) : OWN_LANGUAGE.test(name)
      if (isFormat && !filename.endsWith(LOCALE)) found.push(`${path.node.loc?.start.line}: ${name} (use ${LOCALE})`)
    },
    TemplateLiteral: (path) => !isKey(path) && check(path, path.node.quasis.map(({ value }) => value.raw).join(VALUE)),
  })
  return found
}

/** The value of an attribute or property that people read, also `{'…'}` and one of two. */
function isRead(path: NodePath): boolean {
  const { parentPath: parent } = path
  if (parent?.isJSXExpressionContainer()) return isRead(parent)
  if (parent?.isConditionalExpression() || parent?.isLogicalExpression()) {
    return path.key !== 'test' && !(parent.isLogicalExpression() && path.key === 'left') && isRead(parent)
  }
  if (parent?.isJSXAttribute()) return READ.test(String(parent.node.name.name))
  if (parent?.isObjectProperty() && path.key === 'value') {
    return types.isIdentifier(parent.node.key) && READ.test(parent.node.key.name)
  }
  return false
}

/** The key of an element or of an entry in a list, also one of two. */
function isKey({ parentPath: parent }: NodePath): boolean {
  if (parent?.isJSXExpressionContainer() || parent?.isConditionalExpression()) return isKey(parent)
  if (parent?.isJSXAttribute()) return parent.node.name.name === 'key'
  return (
    parent?.isObjectProperty() === true &&
    types.isIdentifier(parent.node.key) &&
    /^(?:key|id)$/.test(parent.node.key.name)
  )
}

/** In a macro, in code, in a type, or only for programmers. */
function isInside(path: NodePath): boolean {
  return (
    path.findParent((parent) => {
      if (parent.isJSXElement()) {
        const { name } = parent.node.openingElement
        if (name.type !== 'JSXIdentifier') return false
        // Attributes of code are read, too.
        return isMacro(parent, name.name) || (CODE.has(name.name) && !isInAttribute(path, parent))
      }
      if (parent.isTaggedTemplateExpression()) return true
      if (parent.isCallExpression()) {
        const { callee } = parent.node
        return callee.type === 'Identifier' && isMacro(parent, callee.name)
      }
      return parent.isTSType() || parent.isImportDeclaration()
    }) !== null
  )
}

/** Mantine has a component Select, too. */
function isMacro({ scope }: NodePath, name: string): boolean {
  const imported = scope.getBinding(name)?.path.parent
  return MACROS.has(name) && !(imported?.type === 'ImportDeclaration' && !imported.source.value.startsWith('@lingui/'))
}

function isInAttribute(path: NodePath, element: NodePath): boolean {
  return path.findParent((parent) => parent.isJSXAttribute() && parent.parentPath.parentPath === element) !== null
}
