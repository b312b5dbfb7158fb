import { Anchor, Avatar, Group, Paper, Stack, Text } from '@mantine/core'
import type { Post } from '../../api/schema.ts'
import { PLATFORM } from '../../parts/platforms.tsx'
import { Hint, Strong, Wrapped } from '../../parts/variants.ts'
import { accountName, tagsOf, textOf } from '../post.ts'
import { useAccount } from '../reading.ts'
import { Media } from './Media.tsx'

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/

export function Content({ post }: { post: Post }) {
  const { label, icon: Sign } = PLATFORM[post.platform]
  const account = useAccount(post)
  const tags = tagsOf(post)
  const text = textOf(post)
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap">
          <Avatar radius="xl" color="gray" variant="light">
            <Sign size={20} aria-hidden />
          </Avatar>
          <div>
            <Strong>
              {account ? (account.name ?? accountName(account)) : account === null ? 'No account connected' : '…'}
            </Strong>
            <Hint>{account?.handle ? `@${account.handle} on ${label}` : label}</Hint>
          </div>
        </Group>
        {text ? (
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{withLinks(text)}</Text>
        ) : (
          <Text c="dimmed">No text</Text>
        )}
        {tags.length > 0 && <Wrapped c="var(--mantine-color-anchor)">{tags.join(' ')}</Wrapped>}
        <Media urls={post.media_urls ?? []} altTexts={post.alt_texts ?? []} size={120} />
      </Stack>
    </Paper>
  )
}

function withLinks(text: string) {
  return text.split(LINK).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in their order
      <Anchor key={index} href={part} target="_blank" rel="noreferrer" underline="always">
        {part}
      </Anchor>
    ) : (
      part
    ),
  )
}
