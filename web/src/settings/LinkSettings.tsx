import { Radio, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Workspace } from '../api/schema.ts'
import type { WorkspaceValues } from './workspace-values.ts'

interface LinkSettingsProps {
  form: UseFormReturnType<WorkspaceValues>
  installation: Workspace['installation']
  isReadOnly: boolean
}

/** What becomes of the links in posts. */
export function LinkSettings({
  form,
  installation: { link_base_url: base, short_link_problem: problem },
  isReadOnly,
}: LinkSettingsProps) {
  const isTracked = form.values.track_links !== 'off'
  return (
    <Radio.Group
      label="Links in posts"
      description="What becomes of the links in a text when it goes out. The composer starts with this, and each post can have something else."
      {...form.getInputProps('track_links')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="off" label="As typed" description="Nothing is counted." disabled={isReadOnly} />
        <Radio
          value="utm"
          label="With UTM parameters"
          description="Each link says on which network and in which post it stood, so that leads can be tied to it."
          disabled={isReadOnly}
        />
        <Radio
          value="short"
          label="Short links"
          description={
            problem ?? `Each link becomes ${base}/l/ and a code, and clicks are counted. No cookie, no visitor id.`
          }
          disabled={isReadOnly || problem !== null}
        />
        {isTracked && (
          <TextInput
            label="Campaign"
            description="The utm_campaign of all tracked links that have none of their own. Optional."
            maxLength={255}
            maw={320}
            ml={30}
            readOnly={isReadOnly}
            {...form.getInputProps('utm_campaign')}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}
