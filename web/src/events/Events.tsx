import { useUrl } from '../parts/forms.tsx'
import { Page, PageTabs } from '../parts/Page.tsx'
import { EndpointList, NewEndpoint } from './EndpointList.tsx'
import { Feed } from './Feed.tsx'

export function Events() {
  const [{ tab }] = useUrl()
  return (
    <Page
      title="Events"
      lead="Doorpost tells your other programs, and your team in chats, what happens here: a contact came in, a post went out, an account has to be connected again."
      actions={tab !== 'feed' && <NewEndpoint />}
    >
      <PageTabs
        mb="lg"
        tabs={{
          endpoints: { title: 'Endpoints', panel: <EndpointList /> },
          feed: { title: 'Feed', panel: <Feed /> },
        }}
      />
    </Page>
  )
}
