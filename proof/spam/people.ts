import type { Random } from '../random.ts'

const FIRST = [
  'Ana',
  'Björn',
  'Chloé',
  'Daniel',
  'Élodie',
  'Farid',
  'Giulia',
  'Hannah',
  'Ivan',
  'João',
  'Keiko',
  'Liam',
]
const ABOUT = ['the workshop', 'your prices', 'an appointment', 'the brochure', 'a repair', 'the newsletter', 'a visit']
const ASK = ['Could you tell me more about', 'I would like to know about', 'We are interested in', 'A question about']

export interface Said {
  first_name: string
  email: string
  message: string
}

/** What one person types. The address is nobody else's: what became of it is found by it. */
export function person(random: Random, name: string, domain = 'example.com'): Said {
  return {
    first_name: random.pick(FIRST),
    email: `${name}@${domain}`,
    message: `${random.pick(ASK)} ${random.pick(ABOUT)}. My number is ${random.between(100_000, 999_999)}, after ${random.between(8, 18)} o'clock.`,
  }
}

/** An address for each: 10.0.0.1, 10.0.0.2, … */
export function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}
