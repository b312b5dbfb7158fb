import type { FileFacts } from './plan.ts'
import { formatBytes, type Size } from './sizes.ts'

/**
 * What was done to a file, in a line: "Converted to JPEG, 4.1 MB → 900 kB". Null when nothing was. `after.size` is null when the
 * pixels are those of before.
 */
export function noteOf(
  before: Pick<FileFacts, 'bytes' | 'width' | 'height'> & { type: string },
  after: { type: string; bytes: number; size: Size | null },
  loss: string | null = null,
): string | null {
  const { size } = after
  const isConverted = before.type !== after.type
  const isScaled = size !== null && (size.width !== before.width || size.height !== before.height)
  const scaled = isScaled ? `caled to ${size.width} × ${size.height}` : ''
  const sizes = `${formatBytes(before.bytes)} → ${formatBytes(after.bytes)}${loss === null ? '' : `; ${loss}`}`
  if (isConverted) return `Converted to ${after.type.toUpperCase()}${scaled && ` and s${scaled}`}, ${sizes}`
  if (scaled) return `S${scaled}, ${sizes}`
  if (size !== null) return `Compressed, ${sizes}`
  return before.bytes === after.bytes ? null : 'Without the place and camera data of the photo'
}

const NAME_MAX = 255

/** A name as the library takes it: without folders, signs that systems refuse, and more than it can hold. */
export function storedName(name: string, ending: string | null): string {
  const plain = name.replace(/[/\\:\p{Cc}]/gu, '-').trim()
  const own = /\.[^.]{1,5}$/.exec(plain)?.[0] ?? ''
  const stem = [...plain.slice(0, plain.length - own.length)]
  const last = ending === null ? own : `.${ending}`
  return `${stem.slice(0, NAME_MAX - last.length).join('') || 'file'}${last}`
}
