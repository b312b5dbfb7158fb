import { SECOND_MS } from '../../lib/time/span.ts'

export const WINDOW_SECONDS = 60

export interface Window {
  count: number
  msLeft: number
}

export interface Windows {
  add(who: string): Window | Promise<Window>
  get(who: string): Window | null | Promise<Window | null>
  end(who: string): void | Promise<void>
}

/** In this process. Our own, because the library's costs a promise and a timer for every caller. */
export function createWindows(): Windows {
  const windowMs = WINDOW_SECONDS * SECOND_MS
  const windows = new Map<string, { count: number; endsAt: number }>()
  let sweepAt = 0
  const sweep = (now: number) => {
    sweepAt = now + windowMs
    for (const [who, { endsAt }] of windows) {
      if (endsAt <= now) windows.delete(who)
    }
  }
  /** Undefined also when the clock was set back: nobody is to wait longer than a window. */
  const find = (who: string, now: number) => {
    const window = windows.get(who)
    return window !== undefined && window.endsAt > now && window.endsAt <= now + windowMs ? window : undefined
  }
  return {
    add(who) {
      const now = Date.now()
      let window = find(who, now)
      if (window === undefined) {
        if (now >= sweepAt || now < sweepAt - windowMs) sweep(now)
        window = { count: 0, endsAt: now + windowMs }
        windows.set(who, window)
      }
      window.count++
      return { count: window.count, msLeft: window.endsAt - now }
    },
    get(who) {
      const now = Date.now()
      const window = find(who, now)
      return window === undefined ? null : { count: window.count, msLeft: window.endsAt - now }
    },
    end: (who) => void windows.delete(who),
  }
}
