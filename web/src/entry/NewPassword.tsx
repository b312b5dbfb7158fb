import { PasswordInput, type PasswordInputProps } from '@mantine/core'

const PASSWORD_MIN = 12

const lengthOf = (password: string) => [...password].length

/** For a form's `validate`. */
export function tooShort(password: string): string | null {
  return lengthOf(password) < PASSWORD_MIN ? `Use at least ${PASSWORD_MIN} characters.` : null
}

/** A password that is being chosen, with how much is still missing. */
export function NewPassword(props: PasswordInputProps & { value?: string }) {
  const missing = PASSWORD_MIN - lengthOf(props.value ?? '')
  return (
    <PasswordInput
      label="Password"
      name="new-password"
      autoComplete="new-password"
      required
      description={hint(props.value ?? '', missing)}
      {...props}
    />
  )
}

function hint(password: string, missing: number): string {
  if (password === '') return `At least ${PASSWORD_MIN} characters. A short sentence is easy to remember.`
  if (missing <= 0) return 'Long enough.'
  return missing === 1 ? 'One more character.' : `${missing} more characters.`
}
