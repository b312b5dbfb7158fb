export interface FormPart {
  name: string
  filename: string | null
  type: string | null
  bytes: Buffer
}

/** Parses multipart/form-data, as far as HTTP clients use RFC 7578. Returns null if it is malformed. */
export function parseMultipart(bytes: Buffer, contentType: string): FormPart[] | null {
  const found = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const boundary = found?.[1] ?? found?.[2]
  if (boundary === undefined) return null
  const mark = Buffer.from(`--${boundary}`)
  const parts: FormPart[] = []
  let start = bytes.indexOf(mark)
  while (start !== -1) {
    const after = start + mark.length
    if (bytes.toString('latin1', after, after + 2) === '--') return parts
    const next = bytes.indexOf(mark, after)
    const headEnd = bytes.indexOf('\r\n\r\n', after)
    if (next === -1 || headEnd === -1 || headEnd > next) return null
    const head = bytes.toString('utf8', after, headEnd)
    const name = /name="([^"]*)"/i.exec(head)?.[1]
    if (name === undefined) return null
    parts.push({
      name,
      filename: /filename="([^"]*)"/i.exec(head)?.[1] ?? null,
      type: /^content-type:\s*(.+)$/im.exec(head)?.[1]?.trim() ?? null,
      bytes: bytes.subarray(headEnd + 4, next - 2),
    })
    start = next
  }
  return null
}
