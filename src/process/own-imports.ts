import module from 'node:module'

const ENDING = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
const SOURCES = new URL('../', import.meta.url).href
const FORMAT = ENDING === '.ts' ? 'module-typescript' : 'module'

/** Our own imports name a file in full, so Node need not look for it on disk: a tenth of a start's processor time. */
export function resolveOwnImports(): void {
  // Not in Node 22 before 22.15.
  module.registerHooks?.({
    resolve(specifier, context, next) {
      const { parentURL } = context
      const isOwn = specifier.startsWith('.') && specifier.endsWith(ENDING) && parentURL?.startsWith(SOURCES)
      if (!isOwn) return next(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: FORMAT, shortCircuit: true }
    },
  })
}
