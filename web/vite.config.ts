import { join } from 'node:path'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { docsPages } from './docs/plugin.ts'
import { texts } from './texts.ts'

// `npm start` builds with this when the build is missing or older than its sources. For work on the dashboard itself:
// API=http://127.0.0.1:8080 npm run dashboard
const api = process.env.API ?? 'http://127.0.0.1:8080'
const docs = join(import.meta.dirname, 'docs/page.ts')

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), texts(), babel({ presets: [linguiTransformerBabelPreset()] }), docsPages(docs)],
  server: { proxy: Object.fromEntries(['/v1', '/connect', '/docs', '/openapi.json'].map((path) => [path, api])) },
  // Workers load parts of their code when they need them.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // The first that know light-dark(): rewritten for older ones it loses its colours.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    // The policy of the pages allows no data: script, and small files compress better inside the bundle anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: { index: join(import.meta.dirname, 'index.html'), docs },
      output: {
        // Left alone, every part that two pages share is a file of its own, and a page asks for fifty. The first visit
        // loads `first`: the frame and the overview. What the other pages share comes in two files with the first of
        // them; then a page is one file more.
        codeSplitting: {
          groups: [
            { name: 'first', test: /^(?!.*web[\\/]docs[\\/])/, tags: ['$initial'], priority: 3 },
            { name: 'vendor', test: /node_modules[\\/]/, minShareCount: 2, priority: 2 },
            // What only the pages of one feature share comes with the first of them.
            {
              name: 'shared',
              test: /^(?!.*src[\\/](?:webhooks|events|forms|lib[\\/]record)[\\/])/,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
