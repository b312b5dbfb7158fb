import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Paper, SegmentedControl, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import {
  type DrawnForm,
  endNodes,
  fieldNodes,
  introNodes,
  NOTHING_SHOWN,
  scriptTexts,
} from '../../../src/forms/fields/html.ts'
import { el, toHtml } from '../../../src/forms/fields/nodes.ts'
import { type FormStyle, previewCss } from '../../../src/forms/fields/style.ts'
import { directionOf } from '../../../src/messages/languages.ts'
import { applyConditions, applySteps, controlsOf } from '../../snippet/steps.ts'
import { Heading, Muted } from '../parts/text.tsx'
import classes from './build.module.css'

interface PreviewProps {
  form: DrawnForm
  style: FormStyle
  /** Index of the field that is open beside it, whose step it turns to; -1 without one. */
  edited?: number
}

/** The form as its page shows it, as wide as a desktop or a phone. */
export function Preview(props: PreviewProps) {
  const { t } = useLingui()
  const [isPhone, setPhone] = useState(false)
  return (
    <Stack gap="xs" className={classes.preview} component="section" aria-label={t`Preview`}>
      <Group justify="space-between">
        <Heading>
          <Trans>Preview</Trans>
        </Heading>
        <SegmentedControl
          size="xs"
          aria-label={t`Width of the preview`}
          data={[
            { value: 'desktop', label: t`Desktop` },
            { value: 'phone', label: t`Phone` },
          ]}
          value={isPhone ? 'phone' : 'desktop'}
          onChange={(value) => setPhone(value === 'phone')}
        />
      </Group>
      <Paper withBorder flex="none" className={isPhone ? classes.phone : undefined} style={{ overflow: 'hidden' }}>
        <Drawn {...props} device={isPhone ? 'phone' : 'desktop'} />
      </Paper>
      <Muted>
        <Trans>
          This is how it looks on its page. On your website it takes font and colors from around it, unless you choose
          them here.
        </Trans>
      </Muted>
    </Stack>
  )
}

/** Drawn by the same code as its page. It can be tried out, but sends nothing and asks for nothing. */
function Drawn({ form, style, device, edited = -1 }: PreviewProps & { device: 'desktop' | 'phone' }) {
  const { language } = form.settings
  const host = useRef<HTMLDivElement>(null)
  const turnedTo = useRef(-1)
  const step = stepOf(form.fields, edited)
  const css = previewCss(style, device)
  const texts = scriptTexts(language)
  const fields = [...fieldNodes(form, NOTHING_SHOWN), ...endNodes(form)]
  const body = toHtml(el('div', { class: 'page' }, ...introNodes(form), el('form', { novalidate: true }, ...fields)))
  useEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' })
    if (root === undefined) return
    const [sheet = new CSSStyleSheet()] = root.adoptedStyleSheets
    if (root.adoptedStyleSheets.length === 0) root.addEventListener('submit', (event) => event.preventDefault())
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [sheet]
    const stepsIn = () => [...root.querySelectorAll<HTMLElement>('.step')]
    const shown = stepsIn().findIndex(({ hidden }) => !hidden)
    const at = step === turnedTo.current || step < 0 ? shown : step
    turnedTo.current = step
    // All texts in it are escaped.
    root.innerHTML = body
    const drawn = root.querySelector('form')!
    for (const control of controlsOf(drawn)) {
      control.required = false
      delete control.dataset.required
    }
    applyConditions(drawn)
    applySteps(drawn, JSON.parse(texts), stepsIn().at(Math.max(at, 0)) ?? stepsIn().at(-1))
  }, [body, css, texts, step])
  return <div ref={host} lang={language} dir={directionOf(language)} data-preview />
}

/** Steps are counted from 0; the first begins with the first field, whether it says so or not. */
function stepOf(fields: DrawnForm['fields'], at: number): number {
  return fields.slice(0, at + 1).filter((field, index) => index === 0 || field.step !== null).length - 1
}
