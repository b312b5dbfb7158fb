/** "4.1 MB", "980 kB" */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1_000
  let unit = 0
  // 999.95 would be shown as 1000.0.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1).replace(/\.0$/, '')} ${units[unit]}`
}

export interface Size {
  width: number
  height: number
}

/** The same shape with at most this many pixels, never larger than it was. */
export function fitPixels({ width, height }: Size, mostPixels: number): Size {
  const scale = Math.min(1, Math.sqrt(mostPixels / (width * height)))
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

export interface Attempt extends Size {
  quality: number
}

/** Below this, artefacts are worse than fewer pixels. */
const QUALITIES = [0.92, 0.85, 0.78, 0.7]
const STEP = 0.8
const SHORTEST_EDGE = 320

/**
 * Ways to encode a picture, from the best to the smallest, for one that has to become small enough. Of the second size on, only
 * the two middle qualities are tried: the next size comes to about the same.
 */
export function* attemptsFor(size: Size): Generator<Attempt> {
  for (const quality of QUALITIES) yield { ...size, quality }
  for (let scale = STEP; Math.min(size.width, size.height) * scale >= SHORTEST_EDGE; scale *= STEP) {
    const width = Math.round(size.width * scale)
    const height = Math.round(size.height * scale)
    for (const quality of QUALITIES.slice(1, 3)) yield { width, height, quality }
  }
}
