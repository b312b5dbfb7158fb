/** Whether the client takes this coding. `*` and silence count as no: what is not compressed is always right. */
export function acceptsEncoding(header: string | string[] | undefined, coding: 'gzip' | 'br'): boolean {
  if (header === undefined) return false
  for (const part of String(header).split(',', 20)) {
    const [name = '', ...parameters] = part.split(';')
    if (name.trim().toLowerCase() !== coding) continue
    return !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter))
  }
  return false
}
