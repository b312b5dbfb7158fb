import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../api/client.ts'
import type { MappingPreset, Webhook } from '../../api/schema.ts'
import { icon } from '../../parts/icons.tsx'
import { spoken } from '../../parts/spoken.ts'
import { Heading, Muted, Subheading } from '../../parts/text.tsx'
import { Empty, Read, SmallButton } from '../../parts/ui.tsx'
import { usePresets } from '../source/reads.ts'
import { describePreset, titleOfPreset } from '../source/senders.ts'
import type { MappingJson } from './draft.ts'
import { MappingEditor } from './MappingEditor.tsx'

const IconArrowsTransferDown = icon`M17 3v6M10 18l-3 3l-3 -3M7 21v-18M20 6l-3 -3l-3 3M17 21v-2M17 15v-2`

export function MappingTab({ webhook }: { webhook: Webhook }) {
  const presets = usePresets()
  const [begun, setBegun] = useState<MappingJson | null>(null)
  return (
    <Read of={presets}>
      {(list) => {
        const mapping = webhook.mapping ?? begun
        if (mapping === null) return <Begin webhook={webhook} presets={list} onBegin={setBegun} />
        return <MappingEditor webhook={webhook} presets={list} start={mapping} onLeave={() => setBegun(null)} />
      }}
    </Read>
  )
}

const FROM_SCRATCH = spoken({
  title: msg`From scratch`,
  text: msg`Say for each field of a contact where its value is, by clicking values of a delivery.`,
  button: msg`Begin from scratch`,
  mapping: { fields: {} },
})

interface BeginProps {
  webhook: Webhook
  presets: MappingPreset[]
  onBegin: (mapping: MappingJson) => void
}

function Begin({ webhook, presets, onBegin }: BeginProps) {
  const may = useMay()
  if (!may.write || !webhook.active) {
    return (
      <Empty icon={IconArrowsTransferDown} title={t`No contacts are made of these deliveries`}>
        {webhook.active
          ? t`An owner or editor of the team can say how deliveries become contacts.`
          : t`This webhook is revoked and cannot be changed any more.`}
      </Empty>
    )
  }
  const ready = presets.map((each) => {
    const { preset } = each
    const title = titleOfPreset(each)
    return { title, text: describePreset(preset), button: t`Begin with ${title}`, mapping: { preset } as MappingJson }
  })
  const choices = [...ready, FROM_SCRATCH]
  return (
    <Stack>
      <div>
        <Heading>
          <Trans>Make contacts of what comes in</Trans>
        </Heading>
        <Text c="dimmed" maw={640}>
          <Trans>
            Choose what your deliveries look like. You see at once what would become of them, and nothing happens until
            you save.
          </Trans>
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {choices.map(({ title, text, button, mapping }) => (
          <Paper key={title} withBorder p="md">
            <Stack gap="xs" h="100%" justify="space-between" align="flex-start">
              <div>
                <Subheading>{title}</Subheading>
                <Muted>{text}</Muted>
              </div>
              <SmallButton onClick={() => onBegin(mapping)}>{button}</SmallButton>
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
