import { NumberInput, Radio, Stack, TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { Workspace } from '../../api/schema.ts'
import { Muted } from '../../parts/variants.ts'
import type { WorkspaceValues } from './values.ts'

// What the installation sets, unless the workspace has its own value.

interface Props {
  form: UseFormReturnType<WorkspaceValues>
  effective: Workspace['effective']
  isReadOnly: boolean
}

/** How late a post may still go out by itself. */
export function LateWindow({ form, effective, isReadOnly }: Props) {
  const known = effective.late_window_from === 'setting' ? `, ${minutes(effective.late_window_minutes)}` : ''
  return (
    <Radio.Group
      label="How late a post may still go out"
      description="When Doorpost was stopped or an account was held at the time of a post, it goes out afterwards only if it is not later than this. Otherwise it is marked as missed, and a person decides."
      {...form.getInputProps('window')}
    >
      <Choices setting={`LATE_WINDOW_MINUTES${known}`} own="As this workspace says" isReadOnly={isReadOnly}>
        {form.values.window === 'own' && (
          <NumberInput
            aria-label="Minutes that a post may be late"
            suffix=" minutes"
            min={1}
            max={10_080}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            maw={220}
            ml={30}
            readOnly={isReadOnly}
            {...form.getInputProps('late_window_minutes')}
          />
        )}
      </Choices>
    </Radio.Group>
  )
}

const minutes = (count: number) => (count === 1 ? '1 minute' : `${count.toLocaleString()} minutes`)

/** Whose forms may send contacts without a key. */
export function Origins({ form, effective, isReadOnly }: Props) {
  const isOwn = form.values.origins === 'own'
  const isEmpty = form.values.allowed_origins.length === 0
  const now = !isOwn && effective.allowed_origins_from === 'setting' && (
    <Muted ml={30} style={{ overflowWrap: 'anywhere' }}>
      Now: {effective.allowed_origins.join(', ') || 'every website'}
    </Muted>
  )
  return (
    <Radio.Group
      label="Websites that may send contacts"
      description="Forms on these websites send contacts straight to Doorpost, without a key. Browsers on other websites are refused."
      {...form.getInputProps('origins')}
    >
      <Choices setting="ALLOWED_ORIGINS" now={now} own="These websites" isReadOnly={isReadOnly}>
        {isOwn && (
          <TagsInput
            aria-label="Allowed websites"
            description={
              isEmpty
                ? 'The list is empty: every website may send contacts.'
                : 'One address for each, with https:// and without a path. https://*.example.com stands for all its subdomains.'
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={isEmpty ? 'https://www.example.com' : undefined}
            splitChars={[',', ';', ' ']}
            ml={30}
            readOnly={isReadOnly}
            clearable={false}
            {...form.getInputProps('allowed_origins')}
            onChange={(origins) => form.setFieldValue('allowed_origins', separate(origins))}
          />
        )}
      </Choices>
    </Radio.Group>
  )
}

/** Several that were typed or pasted at once become an entry each. */
function separate(origins: string[]): string[] {
  return [...new Set(origins.flatMap((origin) => origin.split(/[\s,;]+/)).filter(Boolean))]
}

interface ChoicesProps {
  setting: string
  /** What the setting is now. */
  now?: ReactNode
  own: string
  isReadOnly: boolean
  children: ReactNode
}

function Choices({ setting, now, own, isReadOnly, children }: ChoicesProps) {
  return (
    <Stack gap="xs" mt="xs">
      <Radio value="setting" label={`As the installation is set (${setting})`} disabled={isReadOnly} />
      {now}
      <Radio value="own" label={own} disabled={isReadOnly} />
      {children}
    </Stack>
  )
}
