import { readFileSync, writeFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'

// Runs as a separate process, without settings and secrets: a picture made to overload its decoder only takes down this
// process. It reads the picture from descriptor 3 and writes the smaller one to 4.

/** Its first argument, as JSON. */
export interface ShrinkOrder {
  mostBytes: number
  mostPixels: number
  /** Pictures with more pixels are not decoded. */
  inputPixels: number
  timeoutMs: number
}

const QUALITY = 82
const TRIES = 8
/** The picture cannot be made smaller, so retrying is useless. */
const CANNOT = 2

const order = JSON.parse(process.argv[2]!) as ShrinkOrder
setTimeout(() => process.exit(1), order.timeoutMs).unref()
try {
  // If memory runs out, the system ends this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {}

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

try {
  const { data, info } = await shrink(readFileSync(3), order)
  writeFileSync(4, data)
  process.stdout.write(JSON.stringify({ width: info.width, height: info.height }))
} catch (error) {
  process.stdout.write(JSON.stringify({ problem: String(error).slice(0, 500) }))
  process.exitCode = CANNOT
}

async function shrink(bytes: Buffer, { mostBytes, mostPixels, inputPixels }: ShrinkOrder) {
  const open = (): Sharp => sharp(bytes, { limitInputPixels: inputPixels, failOn: 'truncated' })
  const { autoOrient, pages = 1 } = await open().metadata()
  if (pages > 1) throw new Error('it is an animation')
  const { width, height } = autoOrient
  let scale = Math.min(1, Math.sqrt(mostPixels / (width * height)))
  for (let i = 0; i < TRIES; i++) {
    const made = await open()
      .autoOrient()
      // Rounds down, so that the pixels stay within the limit.
      .resize({
        width: Math.max(1, Math.floor(width * scale)),
        height: Math.max(1, Math.floor(height * scale)),
        fit: 'fill',
      })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
    if (made.info.size <= mostBytes) return made
    // As many pixels as fit, with a small margin.
    scale *= Math.min(0.9, Math.sqrt(mostBytes / made.info.size) * 0.95)
  }
  throw new Error('it is still too large')
}
