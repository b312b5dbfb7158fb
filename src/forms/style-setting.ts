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
    accent: color('Of buttons, ticks and focus, such as #1f5fd0. Made lighter or darker where it could not be seen.'),
    text: color('Null: on a website that of the text around.'),
    background: color('Null: on a website what is behind the form.'),
    theme: F.choice(THEMES, {
      fallback: 'auto',
      about: 'Of the hosted page without colors of its own; auto follows the device.',
      example: 'auto',
    }),
    corners: F.choice(CORNERS, { fallback: 'soft', example: 'soft' }),
    font: F.choice(FONTS, {
      fallback: 'page',
      about: 'Of the website, or of the device.',
      example: 'page',
    }),
  },
  { about: 'Its looks: docs/how-to/forms.md.' },
)
