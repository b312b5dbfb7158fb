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

// Files of the page may not arrive, for example because Doorpost is being restarted: it is opened again until they do.
// The texts are among these files, so the sentence is here.
const TRYING_AGAIN = {
  en: 'Doorpost could not be loaded. Trying again…',
  de: 'Doorpost konnte nicht geladen werden. Neuer Versuch …',
  fr: 'Impossible de charger Doorpost. Nouvelle tentative…',
  es: 'No se pudo cargar Doorpost. Nuevo intento…',
  pt: 'Não foi possível carregar o Doorpost. Nova tentativa…',
  ja: 'Doorpost を読み込めませんでした。もう一度試しています…',
}
const RETRY_AFTER_MS = 5_000

function openAgain({ target }) {
  if (target !== window && target.tagName !== 'SCRIPT') return
  // The first page that is drawn replaces what index.html shows.
  const boot = document.querySelector('.boot:has(noscript)')
  if (boot === null || boot.querySelector('[role="alert"]') !== null) return
  const sentence = document.createElement('p')
  sentence.setAttribute('role', 'alert')
  sentence.textContent = TRYING_AGAIN[document.documentElement.lang] ?? TRYING_AGAIN.en
  document.documentElement.removeAttribute('data-frame')
  boot.append(sentence)
  // Something else may have failed, such as an extension of the browser.
  setTimeout(() => boot.isConnected && location.reload(), RETRY_AFTER_MS)
}
addEventListener('error', openAgain, true)
addEventListener('unhandledrejection', () => openAgain({ target: window }))
