import { Stack, Text, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { AnchorLink } from '../../parts/links.tsx'
import { listPlatforms, PLATFORM, PLATFORMS, type Platform } from '../../parts/platforms.tsx'
import { FormPart, Hint, Muted, PartTitle } from '../../parts/variants.ts'
import { accountName } from '../post.ts'
import classes from './compose.module.css'
import { useComposer } from './composer.ts'
import { accountOf } from './draft.ts'

/** A platform without an account can be chosen, too; a note says what is missing. */
export function PlatformPicker() {
  const { draft, connections, change } = useComposer()
  const without = draft.platforms.filter((platform) => accountOf(connections, platform, null) === null)
  const toggle = (platform: Platform) =>
    change({ platforms: PLATFORMS.filter((each) => draft.platforms.includes(each) !== (each === platform)) })
  return (
    <FormPart>
      <PartTitle id="compose-platforms">Where to</PartTitle>
      <fieldset className={classes.picker} aria-labelledby="compose-platforms">
        {PLATFORMS.map((platform) => {
          const { label, icon: Sign } = PLATFORM[platform]
          const isChosen = draft.platforms.includes(platform)
          const account = accountOf(connections, platform, draft.own[platform].connectionId)
          return (
            <UnstyledButton
              key={platform}
              className={classes.chip}
              aria-pressed={isChosen}
              onClick={() => toggle(platform)}
            >
              {isChosen ? <IconCheck size={20} aria-hidden /> : <Sign size={20} aria-hidden />}
              <Stack component="span" gap={0} miw={0}>
                <Text span truncate size="sm" fw={600}>
                  {label}
                </Text>
                <Hint component="span" truncate title={accountName(account)}>
                  {accountName(account)}
                </Hint>
              </Stack>
            </UnstyledButton>
          )
        })}
      </fieldset>
      {draft.platforms.length === 0 && <Muted mt="xs">Choose at least one platform.</Muted>}
      {without.length > 0 && (
        <Muted mt="xs">
          {listPlatforms(without)} {without.length === 1 ? 'has' : 'have'} no account yet. You can save drafts; what is
          scheduled waits until{' '}
          <AnchorLink to="/settings/connections" size="sm" underline="always">
            an account is connected
          </AnchorLink>
          .
        </Muted>
      )}
    </FormPart>
  )
}
