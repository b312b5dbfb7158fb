import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// `npm start` builds with this when the build is missing or older than its sources. For work on the dashboard itself:
// API=http://127.0.0.1:8080 npm run dashboard
const api = process.env.API ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { proxy: Object.fromEntries(['/v1', '/connect', '/docs', '/openapi.json'].map((path) => [path, api])) },
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
  },
})
