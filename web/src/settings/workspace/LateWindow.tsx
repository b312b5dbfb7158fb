import { NumberInput, Radio, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Workspace } from '../../api/schema.ts'
import type { WorkspaceValues } from './values.ts'

interface LateWindowProps {
  form: UseFormReturnType<WorkspaceValues>
  effective: Workspace['effective']
  isReadOnly: boolean
}

/** How late a post may still go out by itself. */
export function LateWindow({ form, effective, isReadOnly }: LateWindowProps) {
  const known = effective.late_window_from === 'setting' ? `, ${minutes(effective.late_window_minutes)}` : ''
  return (
    <Radio.Group
      label="How late a post may still go out"
      description="When Doorpost was stopped or an account was held at the time of a post, it goes out afterwards only if it is not later than this. Otherwise it is marked as missed, and a person decides."
      {...form.getInputProps('window')}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="setting"
          label={`As the installation is set (LATE_WINDOW_MINUTES${known})`}
          disabled={isReadOnly}
        />
        <Radio value="own" label="As this workspace says" disabled={isReadOnly} />
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
      </Stack>
    </Radio.Group>
  )
}

const minutes = (count: number) => (count === 1 ? '1 minute' : `${count.toLocaleString()} minutes`)
