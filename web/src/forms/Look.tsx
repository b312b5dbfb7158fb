import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Stack, TextInput } from '@mantine/core'
import { COLOR, type FormStyle, styleDoubts } from '../../../src/forms/fields/style.ts'
import { choices, FixedSelect, typed } from '../parts/forms.tsx'
import { IconAlertTriangle } from '../parts/icons.tsx'
import classes from './build.module.css'
import { drawableStyle } from './draft.ts'
import { type Editor, TwoColumns } from './editor.tsx'

/** Those of a form on a light page. */
const DEFAULTS = { accent: '#1f5fd0', text: '#16191f', background: '#ffffff' }

/** Colors, corners and font. What cannot be read is said here; the text on the button always can. */
export function Look({ editor: { draft, set, errors, isLocked } }: { editor: Editor }) {
  const { t } = useLingui()
  const { style } = draft
  const change = (values: Partial<FormStyle>) => set({ ...draft, style: { ...style, ...values } })
  const color = (name: 'accent' | 'text' | 'background', label: string) => (
    <TextInput
      label={label}
      placeholder={t`Default`}
      maxLength={7}
      error={errors[`style.${name}`]}
      readOnly={isLocked}
      {...typed(style[name] ?? '', (text) => change({ [name]: text.trim() || null }))}
      leftSection={
        <input
          type="color"
          className={classes.swatch}
          aria-label={t`Pick: ${label}`}
          disabled={isLocked}
          value={COLOR.test(style[name] ?? '') ? style[name]! : DEFAULTS[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        />
      }
    />
  )
  const isDecided = style.background !== null || style.text !== null
  const doubts = styleDoubts(drawableStyle(style))
  const themes = choices({ auto: t`Same as the device`, light: t`Light`, dark: t`Dark` })
  const corners = choices({ square: t`Square`, soft: t`Soft`, round: t`Round` })
  const fonts = choices({ page: t`Same as the website`, system: t`Same as the device` })
  return (
    <Stack gap="sm">
      <TwoColumns>
        {color('accent', t`Button`)}
        {color('text', t({ message: 'Text', comment: 'Color of the text of a form' }))}
        {color('background', t({ message: 'Background', comment: 'Color behind a form' }))}
        <FixedSelect
          label={t`Corners`}
          data={corners}
          value={style.corners}
          disabled={isLocked}
          onChange={(value) => value && change({ corners: value as FormStyle['corners'] })}
        />
        <FixedSelect
          label={t`Font`}
          data={fonts}
          value={style.font}
          disabled={isLocked}
          onChange={(value) => value && change({ font: value as FormStyle['font'] })}
        />
        <FixedSelect
          label={t`Light or dark`}
          data={themes}
          value={style.theme}
          description={isDecided ? t`Your colors decide this.` : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={isLocked || isDecided}
          onChange={(value) => value && change({ theme: value as FormStyle['theme'] })}
        />
      </TwoColumns>
      {doubts.length > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle />} role="status">
          {doubts.includes('text') ? (
            <Trans>The text can hardly be read on this background. Choose a darker or lighter one.</Trans>
          ) : (
            <Trans>The button can hardly be seen on this background, so its color is made stronger.</Trans>
          )}
        </Alert>
      )}
    </Stack>
  )
}
