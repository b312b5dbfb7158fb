// Before the first paint, so that a dark page does not flash white.
const kept = localStorage.getItem('mantine-color-scheme-value')
const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

// A browser that was signed in shows the frame at once (app.css); web/src/shell/signed-in.ts keeps this.
const isEntry = /^\/(?:sign-in|set-up|join|forgot-password|reset-password)\b/.test(location.pathname)
if (localStorage.getItem('doorpost-signed-in') && !isEntry) document.documentElement.dataset.frame = ''

// Asks for the texts of the reader's language at once; web/src/parts/language.ts decides the same way.
const named = document.querySelector('meta[name="texts"]')
if (named) {
  const texts = new Map(named.content.split(' ').map((text) => text.split('=')))
  const wanted = [localStorage.getItem('doorpost-language') ?? '', ...navigator.languages]
  const language = wanted.map((tag) => tag.toLowerCase().split('-')[0]).find((name) => texts.has(name)) ?? 'en'
  document.documentElement.lang = language
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = texts.get(language)
  document.head.append(link)
}
