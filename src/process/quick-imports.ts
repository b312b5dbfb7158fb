import module from 'node:module'

const ENDING = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
const SOURCES = new URL('../', import.meta.url).href
const FORMAT = ENDING === '.ts' ? 'module-typescript' : 'module'

/**
 * Our own imports name a file, so there is nothing to look for. Node would ask the file system at every one of thousands,
 * which is a sixth of the time that a start takes.
 */
export function importQuickly(): void {
  // Not in Node 22 before 22.15.
  module.registerHooks?.({
    resolve(specifier, context, next) {
      const isOwn = specifier.startsWith('.') && specifier.endsWith(ENDING) && context.parentURL?.startsWith(SOURCES)
      if (!isOwn) return next(specifier, context)
      return { url: new URL(specifier, context.parentURL).href, format: FORMAT, shortCircuit: true }
    },
  })
}
