import { NumberInput, SimpleGrid, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { SourceValues } from './source-form.ts'
import { DeliveryIdField } from './VerificationFields.tsx'

/** Beside each other the inputs stay in line whatever stands below them. */
const BELOW: Array<'label' | 'input' | 'description' | 'error'> = ['label', 'input', 'description', 'error']

/** How much it takes, and how long that is kept. */
export function LimitFields({ form }: { form: UseFormReturnType<SourceValues> }) {
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <NumberInput
          label="Kept for, in days"
          description="Empty: 90 days, unless set otherwise."
          placeholder="Usual"
          inputWrapperOrder={BELOW}
          min={1}
          max={3_650}
          allowDecimal={false}
          {...form.getInputProps('retention_days')}
        />
        <NumberInput
          label="Deliveries a minute"
          description="Empty: 600, unless set otherwise."
          placeholder="Usual"
          inputWrapperOrder={BELOW}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          {...form.getInputProps('rate_limit')}
        />
        <NumberInput
          label="Largest delivery, in KB"
          description="From 1 to 1,024."
          inputWrapperOrder={BELOW}
          min={1}
          max={1_024}
          decimalScale={3}
          {...form.getInputProps('max_kb')}
        />
      </SimpleGrid>
      <DeliveryIdField form={form} />
    </Stack>
  )
}
