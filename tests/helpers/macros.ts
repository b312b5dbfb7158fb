import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { files } from '../../src/messages/en/files.ts'
import { times } from '../../src/messages/en/times.ts'

// Tests import the dashboard's rules without a build. Vite replaces the macros of texts; here Babel does that, and Node
// strips the types as usual. Babel is loaded with the first such file.

const DASHBOARD = new URL('../../web/src/', import.meta.url).href
const load = createRequire(import.meta.url)
let replaceMacros: ((code: string, filename: string) => string) | undefined

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(DASHBOARD) || !url.endsWith('.ts')) return next(url, context)
    const filename = fileURLToPath(url)
    const code = readFileSync(filename, 'utf8')
    if (!/@lingui\/\w+\/macro'/.test(code)) return next(url, context)
    replaceMacros ??= loadBabel()
    return { format: 'module-typescript', shortCircuit: true, source: replaceMacros(code, filename) }
  },
})

function loadBabel() {
  const { transformSync } = load('@babel/core') as typeof import('@babel/core')
  const { default: macro } = load(
    '@lingui/babel-plugin-lingui-macro',
  ) as typeof import('@lingui/babel-plugin-lingui-macro')
  const { i18n } = load('@lingui/core') as typeof import('@lingui/core')
  i18n.loadAndActivate({ locale: 'en', messages: { ...files, ...times } })
  return (code: string, filename: string): string => {
    const parserOpts = { plugins: ['typescript' as const] }
    const options = { filename, plugins: [macro], parserOpts, configFile: false as const, babelrc: false }
    return transformSync(code, options)!.code!
  }
}
