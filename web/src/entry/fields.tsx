import { PasswordInput, type PasswordInputProps, TextInput } from '@mantine/core'

/** Browsers and password managers recognise the fields by these names. */
export const EmailField = TextInput.withProps({
  label: 'E-mail',
  type: 'email',
  name: 'username',
  autoComplete: 'username',
  required: true,
})

export const NameField = TextInput.withProps({
  label: 'Your name',
  name: 'name',
  autoComplete: 'name',
  autoFocus: true,
  required: true,
})

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
  return lengthOf(password) < PASSWORD_MIN ? `Use at least ${PASSWORD_MIN} characters.` : null
}

export function NewPassword(props: PasswordInputProps & { value?: string }) {
  return (
    <PasswordInput
      label="Password"
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
  if (password === '') return `At least ${PASSWORD_MIN} characters. A short sentence is easy to remember.`
  if (missing <= 0) return 'Long enough.'
  return missing === 1 ? 'One more character.' : `${missing} more characters.`
}
