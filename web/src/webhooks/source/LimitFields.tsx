import { NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { SourceValues } from './source-form.ts'

/** With descriptions below them, inputs beside each other stay aligned. */
const LimitInput = NumberInput.withProps({ inputWrapperOrder: ['label', 'input', 'description', 'error'], min: 1 })

export function LimitFields({ form }: { form: UseFormReturnType<SourceValues> }) {
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <LimitInput
          label="Kept for, in days"
          description="Empty: 90 days, unless set otherwise."
          placeholder="Usual"
          max={3_650}
          allowDecimal={false}
          {...form.getInputProps('retention_days')}
        />
        <LimitInput
          label="Deliveries a minute"
          description="Empty: 600, unless set otherwise."
          placeholder="Usual"
          max={1_000_000}
          allowDecimal={false}
          {...form.getInputProps('rate_limit')}
        />
        <LimitInput
          label="Largest delivery, in KB"
          description="From 1 to 1,024."
          max={1_024}
          decimalScale={3}
          {...form.getInputProps('max_kb')}
        />
      </SimpleGrid>
      <TextInput
        label="Where the sender's id of a delivery is"
        description={
          <Text span inherit>
            Repeats with the same id and content are stored once. Empty: where the sender usually puts it. Otherwise
            header:x-event-id, query:id or body:/event/id.
          </Text>
        }
        placeholder="Found by itself"
        {...form.getInputProps('delivery_id')}
      />
    </Stack>
  )
}
