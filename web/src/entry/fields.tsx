import { plural, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'

/** Browsers and password managers recognise the fields by these names. */
export function EmailField(props: TextInputProps) {
  const { t } = useLingui()
  return <TextInput label={t`E-mail`} type="email" name="username" autoComplete="username" required {...props} />
}

export function NameField(props: TextInputProps) {
  const { t } = useLingui()
  return <TextInput label={t`Your name`} name="name" autoComplete="name" autoFocus required {...props} />
}

export const CodeField = TextInput.withProps({
  name: 'one-time-code',
  autoComplete: 'one-time-code',
  inputMode: 'numeric',
  placeholder: '123 456',
  required: true,
})

export const CurrentPassword = PasswordInput.withProps({
  name: 'current-password',
  autoComplete: 'current-password',
  required: true,
})

const PASSWORD_MIN = 12

const lengthOf = (password: string) => [...password].length

export function tooShort(password: string): string | null {
  return lengthOf(password) < PASSWORD_MIN ? t`Use at least ${PASSWORD_MIN} characters.` : null
}

export function NewPassword(props: PasswordInputProps & { value?: string }) {
  const { t } = useLingui()
  return (
    <PasswordInput
      label={t`Password`}
      name="new-password"
      autoComplete="new-password"
      required
      description={hint(props.value ?? '')}
      {...props}
    />
  )
}

function hint(password: string): string {
  const missing = PASSWORD_MIN - lengthOf(password)
  if (password === '') return t`At least ${PASSWORD_MIN} characters. A short sentence is easy to remember.`
  if (missing <= 0) return t`Long enough.`
  return plural(missing, { one: 'One more character.', other: '# more characters.' })
}
