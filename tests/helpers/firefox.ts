import { existsSync } from 'node:fs'
import { type Browser, firefox } from 'playwright-core'

// The Firefox that people have, over WebDriver BiDi; without a channel, Playwright wants one that it has patched. Two
// things do not work by themselves with Playwright 1.65 and Firefox 153, the ESR of Debian: they are mended here.

const path = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (each) => each !== undefined && existsSync(each),
)

/** For `test(name, { skip: noFirefox }, …)`: false if there is a Firefox. */
export const noFirefox: string | false = path === undefined && 'no Firefox: install firefox-esr, or set FIREFOX_PATH'

/** By itself Firefox calls its makers; here only loopback answers. */
const ALONE = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
}

export async function launchFirefox(): Promise<Browser> {
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: path!, firefoxUserPrefs: ALONE })
  allowMissingCommand(browser, 'emulation.setMediaFeaturesOverride')
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(insertLikeTyping)
    return context
  }
  return browser
}

/** Playwright sends it for every new context, and no option leaves it out. */
function allowMissingCommand(browser: Browser, command: string): void {
  // biome-ignore lint/suspicious/noExplicitAny: not part of Playwright's interface
  const { _browserSession: session } = (browser as any)._connection.toImpl(browser)
  const send = session.send.bind(session)
  session.send = async (method: string, params: unknown) => {
    if (method !== command) return send(method, params)
    return send(method, params).catch((error: Error) => {
      if (!error.message.includes('unknown command')) throw error
      return {}
    })
  }
}

/** `fill` sets the value in a way that React takes for its own. Runs in the page. */
function insertLikeTyping(): void {
  Object.defineProperty(globalThis, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set: () => {},
  })
}
