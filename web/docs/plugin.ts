import type { Plugin } from 'vite'
import { layOut, layOutMissing } from './layout.ts'
import { readSite } from './site.ts'

/** Writes docs/ as pages into the build: /docs/how-to/forms is docs/how-to/forms.html there. */
export function docsPages(entry: string): Plugin {
  return {
    name: 'docs-pages',
    enforce: 'post',
    generateBundle(_, bundle) {
      const script = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === entry)
      if (script?.type !== 'chunk') throw new Error(`the build has no script from ${entry}`)
      const site = readSite()
      const emit = (name: string, source: string) => this.emitFile({ type: 'asset', fileName: name, source })
      const index = this.emitFile({ type: 'asset', name: 'docs-search.json', source: JSON.stringify(site.search) })
      const assets = {
        script: `/${script.fileName}`,
        styles: [...(script.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`),
        search: `/${this.getFileName(index)}`,
      }
      for (const page of site.pages) emit(`${page.path.slice(1)}.html`, layOut(site, page, assets))
      emit('docs/404.html', layOutMissing(site, assets))
    },
  }
}
