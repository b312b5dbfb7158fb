import type { Page } from 'playwright-core'

/** Code that somebody copies, what people have typed, and addresses may have such names in them. */
const CODE = 'code, pre, kbd, [data-mono], textarea, input'

/** Paths of the API, names of settings and of fields that a person can read on this page. */
export async function findTechnical(page: Page, written: readonly string[] = []): Promise<string[]> {
  const texts = await page.evaluate((code) => {
    const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const elements = [...document.body.querySelectorAll('*')].filter(
      (one) => one.closest(code) === null && isShown(one),
    )
    return elements.flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map((node) => node.textContent!),
      element.getAttribute('aria-label') ?? '',
    ])
  }, CODE)
  const words = texts.flatMap(
    (text) =>
      text.replaceAll(/https?:\/\/\S+/g, '').match(/\/v1\/\S+|\b[A-Z]{2,}_[A-Z_]{2,}\b|\b[a-z]+(?:_[a-z]+)+\b/g) ?? [],
  )
  return [...new Set(words)].filter((word) => !written.includes(word)).map((word) => `says ${word}`)
}
