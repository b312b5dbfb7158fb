import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMay } from '../api/session.ts'
import { Page } from '../parts/page/Page.tsx'
import { PageTabs } from '../parts/page/PageTabs.tsx'
import { useUrl } from '../parts/useUrl.ts'
import { LinkList } from './LinkList.tsx'
import { LinkPageSettings } from './LinkPageSettings.tsx'
import { NewLink } from './NewLink.tsx'

export function Links() {
  const [{ tab, new: isNew }, change] = useUrl()
  const may = useMay()
  const create = may.write && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: 'yes' })}>
      New link
    </Button>
  )
  return (
    <Page
      title="Links"
      lead="A short link counts who opens it and which leads it brings. Those of posts are made by themselves; make others for newsletters, print and profiles."
      actions={tab !== 'page' && create}
    >
      <PageTabs
        mb="lg"
        tabs={{
          links: { title: 'Short links', panel: <LinkList create={create} /> },
          page: { title: 'Link page', panel: <LinkPageSettings /> },
        }}
      />
      {may.write && <NewLink opened={isNew === 'yes'} onClose={() => change({ new: undefined })} />}
    </Page>
  )
}
