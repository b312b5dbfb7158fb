import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconDownload, IconEyeOff } from '@tabler/icons-react'
import { download } from '../../parts/download.ts'
import { Copy } from '../../parts/Secret.tsx'
import { SecondaryButton } from '../../parts/variants.ts'

/** For when the phone is lost. They are shown once. */
export function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" icon={<IconEyeOff aria-hidden />} title="Save these codes now">
        <Text size="sm">
          They are shown this once. Each lets you sign in one time without your phone. Keep them apart from it, such as
          in a password manager or on paper.
        </Text>
      </Alert>
      <SimpleGrid cols={2} spacing="xs" component="ul" p={0} m={0} aria-label="Backup codes">
        {codes.map((code) => (
          <Code key={code} component="li" block ta="center" style={{ listStyle: 'none' }}>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <Group gap="xs">
          <Copy value={codes.join('\n')} label="Copy all" />
          <SecondaryButton
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => download('doorpost-backup-codes.txt', toFile(codes))}
          >
            Download
          </SecondaryButton>
        </Group>
        <Button onClick={onDone}>I have saved them</Button>
      </Group>
    </Stack>
  )
}

function toFile(codes: string[]): Blob {
  const text = `Doorpost backup codes for ${location.host}\nEach works once.\n\n${codes.join('\n')}\n`
  return new Blob([text], { type: 'text/plain' })
}
