import type { Page } from 'playwright-core'

// What people see who let the system choose the colours (forced colours, also called high contrast): backgrounds and
// shadows are gone, so states and focus have to be lines, weights or signs.

/** Chosen parts that look like those that are not, and controls whose focus cannot be seen. */
export async function findUnseen(page: Page): Promise<string[]> {
  // From now on, focus is that of a keyboard.
  await page.keyboard.press('Tab')
  return page.evaluate(findInPage)
}

/** Runs in the page. */
function findInPage(): string[] {
  const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const nameOf = (element: Element) => element.outerHTML.slice(0, 160)
  const lineOf = (style: CSSStyleDeclaration) =>
    ['Top', 'Right', 'Bottom', 'Left'].map((side) => {
      const width = style[`border${side}Width` as 'borderTopWidth']
      return width === '0px' ? '' : `${width} ${style[`border${side}Color` as 'borderTopColor']}`
    })
  const paintOf = (element: Element, pseudo?: string) => {
    const style = getComputedStyle(element, pseudo)
    if (pseudo !== undefined && style.content === 'none') return ''
    const outline = style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`
    const { backgroundColor, color, fontWeight, textDecorationLine, opacity, transform, display } = style
    return [
      backgroundColor,
      color,
      fontWeight,
      textDecorationLine,
      opacity,
      transform,
      display,
      outline,
      ...lineOf(style),
    ].join(' ')
  }
  const lookOf = (element: Element): string =>
    [
      paintOf(element),
      paintOf(element, '::before'),
      paintOf(element, '::after'),
      element.getAttribute('d') ?? '',
      ...[...element.children].slice(0, 3).map((child) => child.nodeName + lookOf(child)),
    ].join('|')

  const problems = new Set<string>()
  const compare = (chosen: Element, others: Element[]) => {
    const other = others.find((each) => each !== chosen && isShown(each))
    if (other && lookOf(chosen) === lookOf(other)) problems.add(`looks as if not chosen: ${nameOf(chosen)}`)
  }
  for (const name of ['aria-selected', 'aria-pressed', 'aria-checked']) {
    for (const chosen of document.querySelectorAll(`[${name}="true"]`)) {
      if (!isShown(chosen)) continue
      const role = chosen.getAttribute('role')
      const others = document.querySelectorAll(`${chosen.tagName}[${name}="false"]${role ? `[role="${role}"]` : ''}`)
      compare(chosen, [...others])
    }
  }
  for (const chosen of document.querySelectorAll('[aria-current="page"]')) {
    if (isShown(chosen)) compare(chosen, [...(chosen.closest('nav')?.querySelectorAll('a:not([aria-current])') ?? [])])
  }
  for (const chosen of document.querySelectorAll<HTMLInputElement>('input:checked')) {
    const around = chosen.parentElement!
    const others = document.querySelectorAll(
      `input[type="${chosen.type}"].${CSS.escape(chosen.className.split(' ')[0]!)}`,
    )
    const unchosen = [...others].filter((each) => !(each as HTMLInputElement).checked)
    if (isShown(around))
      compare(
        around,
        unchosen.map((each) => each.parentElement!),
      )
  }

  const before = document.activeElement as HTMLElement | null
  // One of each kind: there may be hundreds of rows.
  const seen = new Set<string>()
  const hasLine = (element: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
  }
  for (const control of document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [tabindex="0"]')) {
    const kind = `${control.tagName} ${control.getAttribute('type')} ${control.className}`
    if (seen.has(kind) || !isShown(control) || control.matches(':disabled')) continue
    seen.add(kind)
    control.focus({ preventScroll: true })
    if (document.activeElement !== control) continue
    // Some inputs are drawn by what is beside them.
    const around = [
      control.parentElement!,
      control.parentElement!.parentElement!,
      control.closest('.mantine-Input-input'),
    ]
    const drawn = [control, ...control.parentElement!.children, ...around.filter((each) => each !== null)]
    if (!drawn.some((each) => hasLine(each))) problems.add(`focus cannot be seen: ${nameOf(control)}`)
    control.blur()
  }
  before?.focus({ preventScroll: true })
  return [...problems]
}
