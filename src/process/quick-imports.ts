import module from 'node:module'

const ENDING = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
const SOURCES = new URL('../', import.meta.url).href
const FORMAT = ENDING === '.ts' ? 'module-typescript' : 'module'
/** Of packages only this one: it has 250 files, and they name each other in full as well. */
const KYSELY = '/node_modules/kysely/dist/cjs/'

/**
 * Our own imports name a file, so there is nothing to look for. Node would ask the file system at every one of thousands,
 * which is a sixth of the time that a start takes.
 */
export function importQuickly(): void {
  // Not in Node 22 before 22.15.
  module.registerHooks?.({
    resolve(specifier, context, next) {
      const { parentURL } = context
      if (!specifier.startsWith('.') || parentURL === undefined) return next(specifier, context)
      const isOwn = specifier.endsWith(ENDING) && parentURL.startsWith(SOURCES)
      const isKysely = specifier.endsWith('.js') && parentURL.includes(KYSELY)
      if (!isOwn && !isKysely) return next(specifier, context)
      return {
        url: urlOf(specifier, parentURL),
        format: isOwn ? FORMAT : 'commonjs',
        shortCircuit: true,
      }
    },
  })
}

/** What `new URL` gives, in a tenth of the time. A specifier begins with `./` or `../`. */
function urlOf(specifier: string, parentUrl: string): string {
  let end = parentUrl.lastIndexOf('/')
  let start = 0
  for (;;) {
    if (specifier.startsWith('../', start)) {
      end = parentUrl.lastIndexOf('/', end - 1)
      start += 3
    } else if (specifier.startsWith('./', start)) start += 2
    else return `${parentUrl.slice(0, end + 1)}${specifier.slice(start)}`
  }
}
