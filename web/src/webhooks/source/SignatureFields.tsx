import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { SourceValues } from './source-form.ts'

/** How a sender signs that Doorpost does not know by name. */
export function SignatureFields({ form }: { form: UseFormReturnType<SourceValues> }) {
  const field = (name: string) => form.getInputProps(`signature.${name}`)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput
        label="Header with the signature"
        description="Its name, from the sender's documentation."
        placeholder="x-signature"
        {...field('header')}
      />
      <TextInput
        label="Text before the signature"
        description="If the header has any, such as sha256="
        placeholder="sha256="
        {...field('prefix')}
      />
      <Select label="Hash" data={['sha256', 'sha1', 'sha512']} allowDeselect={false} {...field('hash')} />
      <Select
        label="Written as"
        data={[
          { value: 'hex', label: 'hex (0–9, a–f)' },
          { value: 'base64', label: 'base64' },
        ]}
        allowDeselect={false}
        {...field('encoding')}
      />
      <TextInput
        label="What is signed"
        description="{body}, with {timestamp} and {id} around it if the sender does so."
        {...field('template')}
      />
      <NumberInput
        label="Oldest accepted, in seconds"
        description="Empty: any age. Needs {timestamp} in what is signed."
        min={1}
        max={86_400}
        allowDecimal={false}
        {...field('tolerance_seconds')}
      />
      <TextInput label="Header with the timestamp" placeholder="None" {...field('timestamp_header')} />
      <TextInput label="Header with the id" placeholder="None" {...field('id_header')} />
    </SimpleGrid>
  )
}
