/** Writes bits, most significant first. */
interface BitWriter {
  bits(value: number, count: number): void
  /** Unsigned Exp-Golomb code, as H.264 uses. */
  ue(value: number): void
  se(value: number): void
  /** Fills the last byte with `fill`. */
  align(fill: 0 | 1): void
  bytes(values: Uint8Array): void
  done(): Buffer
}

export function createBitWriter(): BitWriter {
  const out: number[] = []
  let current = 0
  let used = 0
  const bit = (value: number) => {
    current = (current << 1) | value
    used += 1
    if (used < 8) return
    out.push(current)
    current = 0
    used = 0
  }
  const writer: BitWriter = {
    bits(value, count) {
      for (let at = count - 1; at >= 0; at -= 1) bit((value >>> at) & 1)
    },
    ue(value) {
      const length = 32 - Math.clz32(value + 1)
      writer.bits(0, length - 1)
      writer.bits(value + 1, length)
    },
    se: (value) => writer.ue(value > 0 ? value * 2 - 1 : -value * 2),
    align(fill) {
      while (used !== 0) bit(fill)
    },
    bytes(values) {
      for (const value of values) out.push(value)
    },
    done: () => Buffer.from(out),
  }
  return writer
}
