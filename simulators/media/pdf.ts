/** A PDF with this many empty pages: objects, a cross-reference table and a trailer (ISO 32000). */
export function makePdf(pages: number, title: string): Buffer {
  const kids = Array.from({ length: pages }, (_each, at) => `${at + 4} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    `<< /Title (${title.replaceAll(/[()\\]/g, '')}) >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 540 540] >>'),
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** Reads the page tree if it is not compressed. */
export function countPages(bytes: Buffer): number | null {
  const counts = [...bytes.toString('latin1').matchAll(/\/Type\s*\/Pages\b[^>]*\/Count\s+(\d+)/g)].map(([, n]) =>
    Number(n),
  )
  return counts.length === 0 ? null : Math.max(...counts)
}
