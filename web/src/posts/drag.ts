/** A mouse that moves less has clicked. */
const CLICK_PX = 5
/** A finger that moves before this scrolls. */
const HOLD_MS = 400
/** So near to the edge of what scrolls, it scrolls. */
const EDGE_PX = 48
const SCROLL_PX = 10

interface Aim {
  /** The local time at which it would be dropped. */
  wall: string
  /** As the chip shows it. */
  time: string
  cell: HTMLElement | null | undefined
}

interface Drag {
  chip: HTMLElement
  /** What scrolls; null is the page. */
  scroller: HTMLElement | null
  /** Over this cell; `down` is how many pixels lower than before. */
  aim: (cell: HTMLTableCellElement, down: number) => Aim
  drop: (wall: string) => void
}

/**
 * Follows the pointer from `begin` on: a copy of the chip moves with it and shows the time, and the cell below is marked.
 * A mouse drags at once, a finger when it rests on the chip first. Escape ends it.
 */
export function startDrag(begin: PointerEvent, { chip, scroller, aim, drop }: Drag): void {
  const isTouch = begin.pointerType === 'touch'
  const ends = new AbortController()
  const listening = { signal: ends.signal, capture: true, passive: false }
  const scrolled = () => scroller?.scrollTop ?? scrollY
  const from = scrolled()
  let at = { x: begin.clientX, y: begin.clientY }
  let copy: HTMLElement | null = null
  let aimed: Aim | null = null

  const look = () => {
    const x = at.x - begin.clientX
    const y = at.y - begin.clientY
    copy!.style.translate = `${x}px ${y}px`
    const cell = document.elementFromPoint(at.x, at.y)?.closest<HTMLTableCellElement>('td[data-date]')
    const next = cell ? aim(cell, y + scrolled() - from) : null
    if (next?.cell !== aimed?.cell) {
      aimed?.cell?.removeAttribute('data-aimed')
      next?.cell?.setAttribute('data-aimed', '')
    }
    aimed = next
    if (next) copy!.querySelector('[data-time]')!.textContent = next.time
  }
  const scroll = () => {
    if (ends.signal.aborted) return
    const { top, bottom } = scroller?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
    const by = at.y < top + EDGE_PX ? -SCROLL_PX : at.y > bottom - EDGE_PX ? SCROLL_PX : 0
    if (by !== 0) {
      ;(scroller ?? window).scrollBy(0, by)
      look()
    }
    requestAnimationFrame(scroll)
  }
  const lift = () => {
    copy = copyOf(chip)
    look()
    requestAnimationFrame(scroll)
  }
  const hold = isTouch ? setTimeout(lift, HOLD_MS) : undefined
  ends.signal.addEventListener('abort', () => {
    clearTimeout(hold)
    copy?.remove()
    chip.removeAttribute('data-lifted')
    aimed?.cell?.removeAttribute('data-aimed')
  })

  addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== begin.pointerId) return
      at = { x: event.clientX, y: event.clientY }
      const isFar = Math.hypot(at.x - begin.clientX, at.y - begin.clientY) > CLICK_PX
      if (copy) return look()
      if (isFar && isTouch) return ends.abort()
      if (isFar) lift()
    },
    listening,
  )
  addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerId !== begin.pointerId) return
      if (copy) preventClick()
      ends.abort()
      if (aimed) drop(aimed.wall)
    },
    listening,
  )
  addEventListener('pointercancel', () => ends.abort(), listening)
  addEventListener('keydown', (event) => event.key === 'Escape' && ends.abort(), listening)
  // The page must not scroll under a finger that drags, and no menu open.
  for (const type of ['touchmove', 'contextmenu']) {
    addEventListener(type, (event) => copy && event.preventDefault(), listening)
  }
}

function copyOf(chip: HTMLElement): HTMLElement {
  const { left, top, width, height } = chip.getBoundingClientRect()
  const copy = chip.cloneNode(true) as HTMLElement
  copy.inert = true
  copy.dataset.copy = ''
  Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  chip.dataset.lifted = ''
  chip.closest('[data-span]')!.append(copy)
  return copy
}

/** The browser clicks where the pointer is released. */
function preventClick(): void {
  const stop = (event: Event) => event.stopPropagation()
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }))
}
