import { Stack } from '@mantine/core'
import { useMe } from '../api/session.ts'
import { Read } from '../parts/states.tsx'
import { Passkeys } from './security/Passkeys.tsx'
import { PasswordForm, Profile } from './security/Profile.tsx'
import { SecondFactor } from './security/SecondFactor.tsx'
import { Sessions } from './security/Sessions.tsx'

/** Everybody changes only their own sign-in here. */
export function Security() {
  const me = useMe()
  return (
    <Read of={me}>
      {({ user }) => (
        <Stack gap={40}>
          <Profile user={user} />
          <PasswordForm user={user} />
          <SecondFactor isOn={user.two_factor} />
          <Passkeys />
          <Sessions />
        </Stack>
      )}
    </Read>
  )
}
