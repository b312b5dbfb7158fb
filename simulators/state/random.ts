import { createHash } from 'node:crypto'

/** The n-th number in [0, 1) of a seed. Stateless, so that a restarted simulator continues the sequence. */
export function randomAt(seed: string, n: number): number {
  return createHash('sha256').update(`${seed}:${n}`).digest().readUInt32BE(0) / 2 ** 32
}

/** Letters and digits that look like a platform's token or trace id, reproducible from seed and number. */
export function wordAt(seed: string, n: number, length: number): string {
  let word = ''
  for (let round = 0; word.length < length; round += 1) {
    word += createHash('sha512').update(`${seed}:${n}:${round}`).digest('base64').replaceAll(/[+/=]/g, '')
  }
  return word.slice(0, length)
}
