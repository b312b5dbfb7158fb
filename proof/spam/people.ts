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

const WORDS =
  'garden window river paper green quiet early seven coffee winter letter bridge yellow round table small'.split(' ')

export interface Said {
  first_name: string
  email: string
  message: string
}

/** The input of one person. The address is unique, to find out what happened to the submission. */
export function person(random: Random, name: string, domain = 'example.com'): Said {
  return {
    first_name: random.pick(FIRST),
    email: `${name}@${domain}`,
    // Texts are unique: repeated texts are not one of the kinds of spam.
    message: `${random.pick(ASK)} ${random.pick(ABOUT)}, with ${Array.from({ length: 8 }, () => random.pick(WORDS)).join(' ')}.`,
  }
}

/** One address each: 10.0.0.1, 10.0.0.2, … */
export function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}
