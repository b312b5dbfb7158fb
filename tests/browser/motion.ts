import type { Page } from 'playwright-core'

// Motion for people who want none (`prefers-reduced-motion`).

/** For `context.addInitScript`: records what begins to move for longer than a frame, however soon it is over. */
export function watchMotion(): void {
  const moved: string[] = []
  Object.assign(globalThis, { moved })
  const record = ({ target, type }: Event) => {
    const element = target as Element
    const isLong = ({ effect }: Animation) => Number(effect?.getComputedTiming().duration) > 1
    if (element.getAnimations({ subtree: true }).some(isLong)) moved.push(`${type}: ${element.outerHTML.slice(0, 120)}`)
  }
  for (const type of ['transitionrun', 'animationstart']) addEventListener(type, record, true)
}

/** Returns what moved since the last call, after `watchMotion`. */
export async function findMotion(page: Page): Promise<string[]> {
  const moved = await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved.splice(0))
  return [...new Set(moved)].map((what) => `moves: ${what}`)
}
