import { Page } from '../parts/page/Page.tsx'
import { HeldList } from './HeldList.tsx'
import { useForms } from './reads.ts'

/** What is held of all forms, also of those that were deleted. */
export function Held() {
  const forms = useForms()
  const names = new Map(forms.rows.map(({ id, name }) => [id, name]))
  return (
    <Page title="Held submissions" back="forms">
      <HeldList formId={null} names={names} />
    </Page>
  )
}
