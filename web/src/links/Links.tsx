import { Button, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMay } from '../api/session.ts'
import { Page } from '../parts/Page.tsx'
import { useUrl } from '../parts/useUrl.ts'
import { LinkList } from './LinkList.tsx'
import { LinkPageSettings } from './LinkPageSettings.tsx'
import { NewLink } from './NewLink.tsx'

export function Links() {
  const [{ tab, new: isNew }, change] = useUrl()
  const may = useMay()
  const here = tab === 'page' ? 'page' : 'links'
  const create = may.write && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: 'yes' })}>
      New link
    </Button>
  )
  return (
    <Page
      title="Links"
      lead="A short link counts who opens it and which leads it brings. Those of posts are made by themselves; make others for newsletters, print and profiles."
      actions={here === 'links' && create}
    >
      <Tabs
        value={here}
        onChange={(next) => change({ tab: next === 'page' ? 'page' : undefined, q: undefined }, 'push')}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="links">Short links</Tabs.Tab>
          <Tabs.Tab value="page">Link page</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="links">
          <LinkList create={create} />
        </Tabs.Panel>
        <Tabs.Panel value="page">
          <LinkPageSettings />
        </Tabs.Panel>
      </Tabs>
      {may.write && <NewLink opened={isNew === 'yes'} onClose={() => change({ new: undefined })} />}
    </Page>
  )
}
