import type { CSSProperties } from 'react'
import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  label: string
  size: number
  /** Light around it, in modules. */
  border: number
  style: CSSProperties
}

/** Black on white in both themes, because cameras need it. */
export function QrCode({ text, label, size, border, style }: QrCodeProps) {
  const { data, size: modules } = encode(text, { ecc: 'M', border })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      width={size}
      height={size}
      style={style}
      viewBox={`0 0 ${modules} ${modules}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
