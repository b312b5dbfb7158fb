import { Tabs } from '@mantine/core'
import { Page } from '../parts/Page.tsx'
import { useUrl } from '../parts/useUrl.ts'
import { EndpointList, NewEndpoint } from './endpoint/EndpointList.tsx'
import { Feed } from './Feed.tsx'

export function Events() {
  const [{ tab }, change] = useUrl()
  const here = tab === 'feed' ? 'feed' : 'endpoints'
  const open = (next: string | null) =>
    change({ tab: next === 'feed' ? 'feed' : undefined, type: undefined, subject: undefined, event: undefined }, 'push')
  return (
    <Page
      title="Events"
      lead="Doorpost tells your other programs, and your team in chats, what happens here: a contact came in, a post went out, an account has to be connected again."
      actions={here === 'endpoints' && <NewEndpoint />}
    >
      <Tabs value={here} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="endpoints">Endpoints</Tabs.Tab>
          <Tabs.Tab value="feed">Feed</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="endpoints">
          <EndpointList />
        </Tabs.Panel>
        <Tabs.Panel value="feed">
          <Feed />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
