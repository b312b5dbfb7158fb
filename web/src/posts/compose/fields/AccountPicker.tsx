import { Stack, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { AnchorLink } from '../../../parts/links.tsx'
import { PROVIDER } from '../../../parts/platforms.tsx'
import { FormPart, Hint, Muted, PartTitle, Strong } from '../../../parts/variants.ts'
import { accountName } from '../../post.ts'
import classes from '../compose.module.css'
import { useComposer } from '../composer.ts'
import { listTargets, networkOf, type Target } from '../draft/targets.ts'

/** Several accounts at once, also of one network. A platform without an account can be chosen, too; a note says what is missing. */
export function AccountPicker() {
  const { targets, chosen, change } = useComposer()
  const without = chosen.filter(({ account }) => account === null)
  const isChosen = ({ key }: Target) => chosen.some((each) => each.key === key)
  const toggle = (target: Target) => {
    const next = targets.filter((each) => isChosen(each) !== (each === target))
    change({ targets: next.map(({ key }) => key) })
  }
  return (
    <FormPart>
      <PartTitle id="compose-targets">Where to</PartTitle>
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
              {isChosen(target) ? <IconCheck size={20} aria-hidden /> : <Sign size={20} aria-hidden />}
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
      {chosen.length === 0 && <Muted mt="xs">Choose at least one account.</Muted>}
      {without.length > 0 && (
        <Muted mt="xs">
          {listTargets(without)} {without.length === 1 ? 'has' : 'have'} no account yet. You can save drafts; what is
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
