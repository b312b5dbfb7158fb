import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconEyeOff } from '@tabler/icons-react'

export function Copy({ value, label = 'Copy' }: { value: string; label?: string }) {
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Button
          variant={copied ? 'light' : 'default'}
          size="xs"
          onClick={copy}
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyButton>
  )
}

/** A URL or a command to copy. */
export function CodeLine({ value, label }: { value: string; label?: string }) {
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Code block flex={1} miw={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {value}
      </Code>
      <Copy value={value} label={label} />
    </Group>
  )
}

export function ShownOnce({ what, value }: { what: string; value: string }) {
  return (
    <Alert color="yellow" icon={<IconEyeOff aria-hidden />} title={`Copy the ${what} now`}>
      <Stack gap="xs">
        <Text size="sm">It is shown this once and cannot be seen again.</Text>
        <CodeLine value={value} />
      </Stack>
    </Alert>
  )
}
