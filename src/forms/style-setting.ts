import * as F from '../lib/record/fields.ts'
import { message } from '../messages/message.ts'
import { COLOR, CORNERS, FONTS, THEMES } from './fields/style.ts'

/** Six digits and nothing else: the value becomes part of a style sheet. */
const color = (about: string) =>
  F.text({
    max: 7,
    schema: { pattern: '^#[0-9A-Fa-f]{6}$' },
    rule: (text, field) => (COLOR.test(text) ? [] : [message('form.wrong_color', { field })]),
    about,
    example: null,
  })

export const styleSetting = F.group(
  {
    accent: color(
      'Of the button, of ticks and of the frame around what has the focus, as #1f5fd0; null for blue. It is made lighter or darker where ' +
        'it could not be seen, and the text on it is white or black, whichever can be read.',
    ),
    text: color('Null for black or white, and on a website for the color of the text around.'),
    background: color('Null for ours, and on a website for what is behind the form.'),
    theme: F.choice(THEMES, {
      fallback: 'auto',
      about: 'Of the hosted page, as long as it has no color of its own; auto follows the device.',
      example: 'auto',
    }),
    corners: F.choice(CORNERS, { fallback: 'soft', example: 'soft' }),
    font: F.choice(FONTS, {
      fallback: 'page',
      about: 'On websites: that of the page, or that of the device.',
      example: 'page',
    }),
  },
  { about: 'How the form looks, on its own page and wherever our script draws it.' },
)
