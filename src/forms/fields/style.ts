// The looks of a form: from its settings to a style sheet. Only values that passed the strict rules of the settings
// come in here, so nothing of a person's text becomes CSS. Pure, because the dashboard draws its preview with it.

export const CORNERS = ['square', 'soft', 'round'] as const
export const FONTS = ['page', 'system'] as const
export const THEMES = ['auto', 'light', 'dark'] as const

export interface FormStyle {
  /** Colours are #rrggbb. Null: our default, or the colour of the surrounding page. */
  accent: string | null
  text: string | null
  background: string | null
  theme: (typeof THEMES)[number]
  corners: (typeof CORNERS)[number]
  font: (typeof FONTS)[number]
}

export const COLOR = /^#[0-9a-f]{6}$/i

const WHITE = '#ffffff'
const BLACK = '#000000'

interface Palette {
  line: string
  ink: string
  soft: string
  page: string
  card: string
  act: string
  bad: string
  'bad-page': string
}

const LIGHT: Palette = {
  line: '#8a93a1',
  ink: '#16191f',
  soft: '#566070',
  page: '#f5f6f8',
  card: '#ffffff',
  act: '#1f5fd0',
  bad: '#b3261e',
  'bad-page': '#fdf0ef',
}
const DARK: Palette = {
  line: '#6b7688',
  ink: '#eef0f4',
  soft: '#a9b2c0',
  page: '#12151a',
  card: '#1b1f26',
  act: '#7aa7ff',
  bad: '#ffb4ab',
  'bad-page': '#3a1f1d',
}

/** The contrast ratio of WCAG 2: from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

/** White or black, whichever can be read better: one of them always reaches 4.5 to 1. */
export function inkOn(color: string): string {
  return contrastOf(color, WHITE) >= contrastOf(color, BLACK) ? WHITE : BLACK
}

/** Moves a colour towards white or black until controls in it can be told from what is behind them. */
export function visibleOn(color: string, ground: string): string {
  const goal = inkOn(ground)
  for (let part = 0; part < 1; part += 0.1) {
    const mixed = mix(color, goal, part)
    if (contrastOf(mixed, ground) >= 3) return mixed
  }
  return goal
}

function mix(color: string, other: string, part: number): string {
  const ends = channelsOf(other)
  const mixed = channelsOf(color).map((channel, at) => Math.round(channel + (ends[at]! - channel) * part))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const isDark = (ground: string) => inkOn(ground) === WHITE

/** Colours without enough contrast. Text on buttons is computed, so it always has enough. */
export function styleDoubts({ text, background, accent }: FormStyle): Array<'text' | 'accent'> {
  const doubts: Array<'text' | 'accent'> = []
  if (background !== null && text !== null && contrastOf(text, background) < 4.5) doubts.push('text')
  if (background !== null && accent !== null && contrastOf(accent, background) < 3) doubts.push('accent')
  return doubts
}

/** `embedded`: colours that the form does not set come from the surrounding page. */
type Place = 'page' | 'frame' | 'embedded'

/** The colours and measures of a form, for the selector of its root. */
function tokensCss(style: FormStyle, place: Place, root: string, darkRoot: string): string {
  const measures = `--r:${{ square: '0', soft: '.5rem', round: '.9rem' }[style.corners]};--rb:${{ square: '0', soft: '.5rem', round: '99rem' }[style.corners]}`
  if (place === 'embedded' && style.background === null) {
    const mixed = `--ink:${style.text ?? 'currentColor'};--line:color-mix(in srgb,currentColor 45%,transparent);--soft:color-mix(in srgb,currentColor 75%,transparent);--page:transparent;--card:transparent`
    const own = ({ card, bad, 'bad-page': badPage, act }: Palette) =>
      `${actCss(style.accent ?? act, card)};--bad:${bad};--bad-page:${badPage};--field:color-mix(in srgb,currentColor 3%,transparent)`
    return `${root}{color-scheme:light;${measures};${mixed};${own(LIGHT)}}\n${darkRoot}{color-scheme:dark;${own(DARK)}}`
  }
  const theme = themeOf(style)
  const light = paletteCss(style, LIGHT)
  const dark = paletteCss(style, DARK)
  if (theme !== 'auto') return `${root}{color-scheme:${theme};${measures};${theme === 'dark' ? dark : light}}`
  return `${root}{color-scheme:light dark;${measures};${light}}\n@media (prefers-color-scheme:dark){${root}{${dark}}}`
}

/** The form's own colours, if it has any, decide whether it is light or dark. */
function themeOf({ background, text, theme }: FormStyle): FormStyle['theme'] {
  if (background !== null) return isDark(background) ? 'dark' : 'light'
  if (text !== null) return isDark(text) ? 'light' : 'dark'
  return theme
}

function paletteCss({ accent, text, background }: FormStyle, base: Palette): string {
  const card = background ?? base.card
  const ink = text ?? base.ink
  const isOwn = background !== null || text !== null
  const mixed = (part: number) => `color-mix(in srgb,${ink} ${part}%,${card})`
  const { bad, 'bad-page': badPage } = base
  const colors = {
    ink,
    card,
    page: background ?? base.page,
    line: isOwn ? mixed(45) : base.line,
    soft: isOwn ? mixed(75) : base.soft,
    field: card,
    bad: visibleOn(bad, card),
    'bad-page': background === null ? badPage : mixed(6),
  }
  const written = Object.entries(colors).map(([name, value]) => `--${name}:${value}`)
  return `${written.join(';')};${actCss(accent ?? base.act, card)}`
}

function actCss(accent: string, ground: string): string {
  const act = visibleOn(accent, ground)
  return `--act:${act};--act-ink:${inkOn(act)}`
}

const SYSTEM = 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif'

/** The rules of what is inside a form, one on each line; they know no root, so that they can be nested. */
const FORM_RULES = `*{box-sizing:border-box}
p{margin:0 0 1rem}
.lines{white-space:pre-line;overflow-wrap:anywhere}
.soft,.help{color:var(--soft);font-size:.9em}
.field{margin:0 0 1.1rem;padding:0;border:0;min-width:0}
label,legend{display:block;font-weight:600;padding:0;margin:0 0 .3rem;overflow-wrap:anywhere}
.choice{display:flex;gap:.6rem;align-items:flex-start;font-weight:400;margin:.35rem 0;padding:.2rem 0}
.choice input{flex:none;width:1.25rem;height:1.25rem;margin:.15rem 0 0;accent-color:var(--act)}
input:not([type=checkbox],[type=radio],[type=file]),textarea,select{display:block;width:100%;margin:0;font:inherit;font-size:max(1rem,1em);color:inherit;background-color:var(--field);border:1px solid var(--line);border-radius:var(--r);padding:.65rem .75rem;min-height:2.9rem}
select{padding-inline-start:.5rem}
::placeholder{color:var(--soft);opacity:1}
input[type=file]{max-width:100%;min-height:2.9rem;font:inherit;color:inherit}
::file-selector-button{font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:var(--rb);padding:.5rem 1rem;margin-inline-end:.75rem;cursor:pointer}
textarea{min-height:8rem;resize:vertical}
:is(input,textarea,select,button,a):focus-visible{outline:3px solid var(--act);outline-offset:2px}
[aria-invalid=true]{border-color:var(--bad)!important}
.error,.dp-note[role=alert]{color:var(--bad);font-size:.95em;margin:.3rem 0 0}
.help{margin:.3rem 0 0}
[hidden]{display:none!important}
.step{margin:0 0 1.5rem}
.step>h2{font-size:1.2em;line-height:1.3;margin:0 0 1rem;outline-offset:4px}
.progress{display:block;font-size:.75em;font-weight:400;color:var(--soft)}
.steps{display:flex;flex-wrap:wrap;gap:.75rem;margin:0 0 1rem}
button.quiet{color:inherit;background:transparent;border-color:var(--line)}
.draft{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;font-size:.9em;color:var(--soft)}
.draft button{width:auto;min-height:2rem;padding:.2rem .75rem}
form[data-sent]>:not(.dp-note){display:none}
.dp-note[role=status]{font-weight:600;margin:1rem 0 0}
button{font:inherit;font-weight:600;color:var(--act-ink);background:var(--act);border:1px solid transparent;border-radius:var(--rb);padding:.7rem 1.5rem;min-height:3rem;width:100%;cursor:pointer}
@media (min-width:40rem){button{width:auto}}
[aria-busy=true] button[type=submit]{opacity:.6}
.trap{position:absolute;inset-inline-start:-10000px;width:1px;height:1px;overflow:hidden}`

/** The style of the hosted page. Phones first; no pictures or fonts from elsewhere. */
export function pageCss(style: FormStyle, place: 'page' | 'frame'): string {
  return `${tokensCss(style, place, ':root', ':root')}
body{margin:0;background:var(--${place === 'frame' ? 'card' : 'page'});color:var(--ink);font:1rem/1.5 ${SYSTEM}}
main{${place === 'frame' ? 'padding:.5rem' : 'max-width:36rem;margin:0 auto;padding:1.5rem 1rem 3rem'}}
${place === 'frame' ? '' : '@media (min-width:40rem){main{margin:6vh auto;padding:2.5rem;background:var(--card);border:1px solid color-mix(in srgb,var(--line) 45%,transparent);border-radius:calc(var(--r)*1.5)}}\n'}h1{font-size:1.5rem;line-height:1.25;margin:0 0 1.25rem;overflow-wrap:anywhere}
:is(h1,h2):has(+p){margin-bottom:.5rem}
.problems{background:var(--bad-page);border-inline-start:.3rem solid var(--bad);border-radius:.25rem;padding:.75rem 1rem;margin:0 0 1.25rem}
.problems p{margin:0 0 .25rem;font-weight:600}
.problems ul{margin:0;padding-inline-start:1.2rem}
.problems a{color:inherit}
.languages{display:flex;flex-wrap:wrap;gap:.25rem .9rem;justify-content:flex-end;margin:0 0 1rem;font-size:.9em}
.languages>*{color:var(--soft);padding:.25rem 0}
.languages>[aria-current]{color:inherit;font-weight:600}
${FORM_RULES}`
}

const embeddedCss = (style: FormStyle) =>
  `max-width:40rem;color:var(--ink);line-height:1.5;${style.font === 'system' ? `font-family:${SYSTEM};` : ''}${style.background === null ? '' : 'background:var(--card);padding:1.5rem;border-radius:calc(var(--r)*1.5);'}`

/** For a form that the script draws into a page, closed off from the styles of the page. */
export function shadowCss(style: FormStyle): string {
  return `${tokensCss(style, 'embedded', ':host', ':host([data-dark])')}
:host{display:block;${embeddedCss(style)}}
h2{font-size:1.35em;line-height:1.25;margin:0 0 1rem;overflow-wrap:anywhere}
h2:has(+p){margin-bottom:.5rem}
${FORM_RULES}`
}

/** For code that is pasted into a page: every rule is nested in the class of the form. */
export function pastedCss(style: FormStyle): string {
  const rules = FORM_RULES.split('\n').map((rule) => `  ${rule}`)
  return [
    tokensCss(style, 'embedded', '.doorpost', '.doorpost[data-dark]'),
    `.doorpost {`,
    `  ${embeddedCss(style)}`,
    ...rules,
    '}',
  ].join('\n')
}

/**
 * The same style for a preview in a shadow root, which has no :root and no body. On a phone, rules for wide windows
 * follow the width of the preview.
 */
export function previewCss(style: FormStyle, device: 'desktop' | 'phone'): string {
  const css =
    device === 'phone'
      ? pageCss(style, 'frame').replaceAll('@media (min-width', '@container (min-width')
      : pageCss(style, 'frame')
  return `${css
    .replaceAll(':root', ':host')
    .replace(/^body\{/m, '.page{')
    .replace(/^main\{/m, '.page{')}
:host{display:block${device === 'phone' ? ';container-type:inline-size' : ''}}.page{padding:1.5rem}`
}
