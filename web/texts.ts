import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'
import { findLanguage } from '../src/messages/languages.ts'

// The texts of the dashboard, compiled, in two files for each language: `first` has those of the frame and the overview,
// which the first visit waits for, `rest` has those of all other pages and comes with the first of them. A page loads
// one language. `locales/de.po?first` is such a file.

const TEXTS = /[\\/]([a-z]+)\.po\?(first|rest)$/
const SOURCES = join(import.meta.dirname, 'src')
/** What is drawn before any other page has been opened. */
const FIRST = ['main.tsx', 'overview/Overview.tsx']

export function texts(): Plugin {
  const config = getConfig({ configPath: join(import.meta.dirname, '../lingui.config.ts') })
  return {
    name: 'doorpost-texts',
    load: {
      filter: { id: TEXTS },
      async handler(id) {
        const [, language, part] = TEXTS.exec(id)!
        this.addWatchFile(id.split('?', 1)[0]!)
        const [catalogue] = await getCatalogs(config)
        const [english, own] = await Promise.all(['en', language!].map((each) => catalogue!.read(each)))
        const first = reachedFrom(FIRST.map((file) => join(SOURCES, file)))
        const isFirst = ([file]: [string, number?]) => first.has(join(import.meta.dirname, file))
        const wanted = Object.entries(english ?? {}).filter(
          ([, { origin = [] }]) => origin.some(isFirst) === (part === 'first'),
        )
        // What nobody has translated yet is English.
        const messages = Object.fromEntries(
          wanted.map(([key, { translation = '' }]) => [key, own?.[key]?.translation || translation]),
        )
        if (part === 'rest') Object.assign(messages, await sharedTextsIn('en'), await sharedTextsIn(language!))
        const { source, errors } = createCompiledCatalog(language!, messages, { namespace: 'es' })
        if (errors.length > 0) throw new Error(`${language}: ${errors.map(({ error }) => error.message).join('\n')}`)
        return {
          code: `${source.replace('/*eslint-disable*/', '')}\nexport const tag = "${language}"`,
          moduleType: 'js',
        }
      },
    },
    // theme.js asks for the texts of the reader's language before any other script has run.
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const names = Object.values(bundle).flatMap((chunk) => {
          const [, language, part] = (chunk.type === 'chunk' && TEXTS.exec(chunk.facadeModuleId ?? '')) || []
          return part === 'first' && findLanguage(language!) !== null ? [`${language}=/${chunk.fileName}`] : []
        })
        return [{ tag: 'meta', attrs: { name: 'texts', content: names.sort().join(' ') }, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** What the server says too: about senders, files of posts and times. */
async function sharedTextsIn(language: string): Promise<Record<string, string>> {
  const parts = ['senders', 'files', 'times'].map(async (name) => {
    const file = join(import.meta.dirname, `../src/messages/${language}/${name}.ts`)
    return existsSync(file) ? (await import(pathToFileURL(file).href))[name] : {}
  })
  return Object.assign({}, ...(await Promise.all(parts)))
}

/** These files and all that they import at once, not by `import()`. */
function reachedFrom(files: string[], reached = new Set<string>()): Set<string> {
  for (const file of files) {
    if (reached.has(file) || !file.startsWith(SOURCES) || !existsSync(file)) continue
    reached.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)(?! type\b)[^'"`;]*?['"](\.[^'"]+\.tsx?)['"]/gm,
    )
    reachedFrom(
      [...imports].map(([, path]) => join(dirname(file), path!)),
      reached,
    )
  }
  return reached
}
