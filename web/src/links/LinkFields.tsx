import { Fieldset, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Muted } from '../parts/variants.ts'
import { type LinkValues, UTM_FIELDS, UTM_NAMES } from './link-form.ts'

export function LinkFields({ form }: { form: UseFormReturnType<LinkValues> }) {
  return (
    <>
      <TextInput
        label="Target"
        description="The page that visitors get to. You can change it later: the short link stays the same."
        placeholder="https://www.example.com/spring"
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('target')}
      />
      <TextInput
        label="Name"
        description="For your team: where the link will stand. Visitors do not see it."
        placeholder="Spring newsletter"
        maxLength={255}
        {...form.getInputProps('name')}
      />
      <Fieldset legend="UTM parameters">
        <Muted mb="sm">
          Added to the target, so that your website's statistics and your forms know where a visitor came from. All are
          optional; a parameter that the target has already stays as it is.
        </Muted>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {UTM_NAMES.map((name) => (
            <TextInput
              key={name}
              maxLength={255}
              autoComplete="off"
              {...UTM_FIELDS[name]}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
    </>
  )
}
