import { Radio, Stack, TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Workspace } from '../../api/schema.ts'
import { Muted } from '../../parts/variants.ts'
import type { WorkspaceValues } from './values.ts'

interface OriginsProps {
  form: UseFormReturnType<WorkspaceValues>
  effective: Workspace['effective']
  isReadOnly: boolean
}

/** Whose forms may send contacts without a key. */
export function Origins({ form, effective, isReadOnly }: OriginsProps) {
  const isOwn = form.values.origins === 'own'
  const fromSetting = effective.allowed_origins_from === 'setting'
  return (
    <Radio.Group
      label="Websites that may send contacts"
      description="Forms on these websites send contacts straight to Doorpost, without a key. Browsers on other websites are refused."
      {...form.getInputProps('origins')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="setting" label="As the installation is set (ALLOWED_ORIGINS)" disabled={isReadOnly} />
        {!isOwn && fromSetting && (
          <Muted ml={30} style={{ overflowWrap: 'anywhere' }}>
            Now: {listed(effective.allowed_origins)}
          </Muted>
        )}
        <Radio value="own" label="These websites" disabled={isReadOnly} />
        {isOwn && (
          <TagsInput
            aria-label="Allowed websites"
            description={
              form.values.allowed_origins.length === 0
                ? 'The list is empty: every website may send contacts.'
                : 'One address for each, with https:// and without a path. https://*.example.com stands for all its subdomains.'
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...(form.values.allowed_origins.length === 0 ? { placeholder: 'https://www.example.com' } : {})}
            splitChars={[',', ';', ' ']}
            ml={30}
            readOnly={isReadOnly}
            clearable={false}
            {...form.getInputProps('allowed_origins')}
            onChange={(origins) => form.setFieldValue('allowed_origins', separate(origins))}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}

const listed = (origins: readonly string[]) => (origins.length === 0 ? 'every website' : origins.join(', '))

/** Several that were typed or pasted at once become an entry each. */
function separate(origins: string[]): string[] {
  return [...new Set(origins.flatMap((origin) => origin.split(/[\s,;]+/)).filter(Boolean))]
}
