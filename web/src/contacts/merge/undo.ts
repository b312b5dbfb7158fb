import { plural } from '@lingui/core/macro'
import { api, dataOf } from '../../api/client.ts'
import { tell } from '../../parts/ui.tsx'
import { useContactAction } from '../reads.ts'

/** Takes the newest merge into a contact apart. */
export function useUndoMerge() {
  return useContactAction(async (id: string) => {
    const call = api.POST('/v1/contacts/{id}/merge/undo', { params: { path: { id } } })
    const { contact_ids } = await dataOf(call)
    tell.done(
      plural(contact_ids.length, { one: '# record is separate again.', other: '# records are separate again.' }),
    )
  })
}
