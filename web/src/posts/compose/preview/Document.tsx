import { Center, Group } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { Bold, Quiet } from './parts.tsx'

/** A PDF as LinkedIn shows it: its title above the first page. The page itself is not rendered here. */
export function Document({ title }: { title: string }) {
  return (
    <div style={{ margin: '0 -12px' }}>
      <Group gap={6} px={12} py={8} wrap="nowrap" c="#fff" bg="#1b1f23">
        <Bold truncate>{title}</Bold>
      </Group>
      <Center p={24} style={{ aspectRatio: '4 / 3', flexDirection: 'column', gap: 8, background: 'var(--line)' }}>
        <IconFileTypePdf size={48} stroke={1.2} aria-hidden />
        <Quiet>Readers leaf through the pages here.</Quiet>
      </Center>
    </div>
  )
}
