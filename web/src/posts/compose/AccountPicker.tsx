import { Trans } from '@lingui/react/macro'
import { Stack, UnstyledButton } from '@mantine/core'
import { IconCheck } from '../../parts/icons.tsx'
import { PROVIDER } from '../../parts/platforms.tsx'
import { FormPart, Hint, Muted, PartTitle, Strong } from '../../parts/text.tsx'
import { TextLink } from '../../parts/ui.tsx'
import { accountName } from '../post.ts'
import classes from './compose.module.css'
import { useComposer } from './composer.ts'
import { listTargets, networkOf, type Target } from './targets.ts'

/** Platforms without an account can be chosen, too. */
export function AccountPicker() {
  const { targets, chosen, change } = useComposer()
  const without = chosen.filter(({ account }) => account === null)
  const names = listTargets(without)
  const isChosen = ({ key }: Target) => chosen.some((each) => each.key === key)
  const toggle = (target: Target) => {
    const next = targets.filter((each) => isChosen(each) !== (each === target))
    change({ targets: next.map(({ key }) => key) })
  }
  return (
    <FormPart>
      <PartTitle id="compose-targets">
        <Trans comment="Which accounts a post goes to">Where to</Trans>
      </PartTitle>
      <fieldset className={classes.picker} aria-labelledby="compose-targets">
        {targets.map((target) => {
          const { label, icon: Sign } = PROVIDER[networkOf(target).name]
          const name = accountName(target.account)
          return (
            <UnstyledButton
              key={target.key}
              className={classes.chip}
              aria-pressed={isChosen(target)}
              onClick={() => toggle(target)}
            >
              {isChosen(target) ? <IconCheck size={20} /> : <Sign size={20} />}
              <Stack component="span" gap={0} miw={0}>
                <Strong span truncate>
                  {label}
                </Strong>
                <Hint component="span" truncate title={name}>
                  {name}
                </Hint>
              </Stack>
            </UnstyledButton>
          )
        })}
      </fieldset>
      {chosen.length === 0 && (
        <Muted mt="xs">
          <Trans>Choose at least one account.</Trans>
        </Muted>
      )}
      {without.length > 0 && (
        <Muted mt="xs">
          <Trans>
            No account yet for {names}. You can save drafts; scheduled posts wait until{' '}
            <TextLink to="/settings/connections">an account is connected</TextLink>.
          </Trans>
        </Muted>
      )}
    </FormPart>
  )
}
