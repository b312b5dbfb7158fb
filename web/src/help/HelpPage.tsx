import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Code, List, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouterState } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect } from 'react'
import { IconBook2, IconMapOff } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { Muted } from '../parts/text.tsx'
import { AnchorLink, ButtonLink, Empty, Read, TextLink } from '../parts/ui.tsx'
import classes from './Help.module.css'
import { type Block, type Inline, readBlocks, readInline } from './markdown.ts'
import { hasTopic, readTopic, topicOf } from './topics.ts'

/** In the order in which people need them. */
const TOPICS = [
  ['platforms', msg`Connect your accounts`],
  ['media', msg`Pictures and videos`],
  ['forms', msg`Put a form on your website`],
  ['spam', msg`Deal with spam`],
  ['links', msg`Short links and the link page`],
  ['attribution', msg`See what brought a lead`],
  ['mail', msg`E-mail`],
  ['users', msg`Your team and its sign-in`],
  ['mapping', msg`Receive from other services`],
  ['events', msg`Send to other services`],
  ['backup', msg`Back up and restore`],
  ['operations', msg`Run Doorpost on a server`],
] as const

export function HelpHome() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Help`}
      lead={<Trans>The documentation of this version. It works without the internet and is in English.</Trans>}
    >
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="ul" m={0} p={0} className={classes.topics}>
        {TOPICS.map(([topic, title]) => (
          <li key={topic}>
            <AnchorLink to="/help/$topic" params={{ topic }} className={classes.topic} underline="never" c="inherit">
              <IconBook2 size={18} />
              {t(title)}
            </AnchorLink>
          </li>
        ))}
      </SimpleGrid>
      <Muted>
        <Trans>
          For programmers: the{' '}
          <Anchor href="/docs" target="_blank" inherit underline="always">
            API reference
          </Anchor>
          .
        </Trans>
      </Muted>
    </Page>
  )
}

export function HelpPage() {
  const { t } = useLingui()
  const { topic } = useParams({ from: '/inside/help/$topic' })
  const source = useQuery({
    queryKey: ['help', topic],
    queryFn: () => readTopic(topic),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [first, ...blocks] = source.data ? readBlocks(source.data) : []
  const title = first?.kind === 'heading' ? first.text : t`Help`
  useScrollToSection(source.data !== undefined)
  return (
    <Page title={title} back={{ to: '/help', label: t`Help` }}>
      <Read of={source}>
        {(text) =>
          text === null ? (
            <Empty
              icon={IconMapOff}
              title={t`There is no such page`}
              action={
                <ButtonLink to="/help">
                  <Trans>See all pages</Trans>
                </ButtonLink>
              }
            >
              <Trans>The link may be old.</Trans>
            </Empty>
          ) : (
            <Paper withBorder p={{ base: 'md', sm: 'xl' }} className={classes.text} lang="en">
              <Stack gap="md">
                {blocks.map((block, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
                  <Fragment key={index}>{drawBlock(block)}</Fragment>
                ))}
              </Stack>
            </Paper>
          )
        }
      </Read>
    </Page>
  )
}

/** The browser looks for the section before the page is there. */
function useScrollToSection(isThere: boolean): void {
  const section = useRouterState({ select: (state) => state.location.hash })
  useEffect(() => {
    if (isThere && section !== '') document.getElementById(section)?.scrollIntoView()
  }, [isThere, section])
}

function drawBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <Title order={block.level > 2 ? 3 : 2} id={block.id} size={block.level > 2 ? 'h3' : 'h2'} mt="sm">
          <Words of={block.text} />
        </Title>
      )
    case 'paragraph':
      return (
        <Text>
          <Words of={block.text} />
        </Text>
      )
    case 'code':
      return (
        <Code block tabIndex={0}>
          {block.text}
        </Code>
      )
    case 'list':
      return (
        <List type={block.isOrdered ? 'ordered' : 'unordered'} spacing={4}>
          {block.items.map((item) => (
            <List.Item key={item}>
              <Words of={item} />
            </List.Item>
          ))}
        </List>
      )
    case 'table':
      return (
        <Table.ScrollContainer minWidth={480}>
          <Table verticalSpacing={6}>
            {block.head.some((cell) => cell !== '') && (
              <Table.Thead>
                <Table.Tr>
                  {block.head.map((cell) => (
                    <Table.Th key={cell}>
                      <Words of={cell} />
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
            )}
            <Table.Tbody>
              {block.rows.map((row) => (
                <Table.Tr key={row.join()}>
                  {row.map((cell, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
                    <Table.Td key={index}>
                      <Words of={cell} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )
  }
}

function Words({ of }: { of: string }) {
  return readInline(of).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
    <Part key={index} of={part} />
  ))
}

function Part({ of: { kind, text, href } }: { of: Inline }) {
  switch (kind) {
    case 'code':
      return <Code>{text}</Code>
    case 'strong':
      return (
        <strong>
          <Words of={text} />
        </strong>
      )
    case 'emphasis':
      return <em>{text}</em>
    case 'link':
      return (
        <Link href={href}>
          <Words of={text} />
        </Link>
      )
    case 'text':
      return text
  }
}

/** To another page of the help, to a section, or to another website. */
function Link({ href, children }: { href: string; children: ReactNode }) {
  const [path = '', hash] = href.split('#')
  if (path.endsWith('.md') && hasTopic(topicOf(path))) {
    return (
      <TextLink to="/help/$topic" params={{ topic: topicOf(path) }} {...(hash && { hash })}>
        {children}
      </TextLink>
    )
  }
  if (path !== '' && !path.startsWith('https:')) return children
  return (
    <Anchor href={href} inherit underline="always" {...(path !== '' && { target: '_blank', rel: 'noreferrer' })}>
      {children}
    </Anchor>
  )
}
