import { encode } from 'uqr'

/** Light around it: scanners need four modules. */
const BORDER = 4

export function QrCode({ url, size = 148 }: { url: string; size?: number }) {
  const { data } = encode(url, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      viewBox={`0 0 ${data.length} ${data.length}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code of the page"
      style={{ flex: 'none' }}
    >
      <rect width={data.length} height={data.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
