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
      'The color of buttons, ticks and focus, such as #1f5fd0. It is made lighter or darker where the contrast is too low.',
    ),
    text: color('Null: on a website that of the text around.'),
    background: color('Null: on a website what is behind the form.'),
    theme: F.choice(THEMES, {
      fallback: 'auto',
      about: 'The theme of a hosted page without its own colors; auto follows the device.',
      example: 'auto',
    }),
    corners: F.choice(CORNERS, { fallback: 'soft', example: 'soft' }),
    font: F.choice(FONTS, {
      fallback: 'page',
      about: '`page`: the font of the website. `system`: that of the device.',
      example: 'page',
    }),
  },
  { about: 'Its looks: docs/how-to/forms.md.' },
)
