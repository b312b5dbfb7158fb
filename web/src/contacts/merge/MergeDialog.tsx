import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Modal } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { Contact } from '../../api/schema.ts'
import type { DialogProps } from '../../parts/dialogs.tsx'
import { DialogButtons } from '../../parts/forms.tsx'
import { icon } from '../../parts/icons.tsx'
import { Muted } from '../../parts/text.tsx'
import { Loading, Problem } from '../../parts/ui.tsx'
import { offerUndo } from '../../parts/undo.tsx'
import { fullName } from '../names.ts'
import { useContactAction } from '../reads.ts'
import { ChooseRecords } from './ChooseRecords.tsx'
import { Compare } from './Compare.tsx'
import { useUndoMerge } from './undo.ts'

export const IconMerge = icon`M8 7l4 -4l4 4M12 3v5.394a6.737 6.737 0 0 1 -3 5.606a6.737 6.737 0 0 0 -3 5.606v1.394M12 3v5.394a6.737 6.737 0 0 0 3 5.606a6.737 6.737 0 0 1 3 5.606v1.394`

/** More records do not fit side by side, and are hardly one person. */
const RECORDS_MAX = 10

interface MergeDialogProps extends DialogProps {
  /** The records to merge. If there is only one, the dialog asks for the others. */
  ids: readonly string[]
  onMerged: (survivor: Contact) => void
}

export function MergeDialog({ opened, onClose, ...merge }: MergeDialogProps) {
  const { t } = useLingui()
  return (
    <Modal opened={opened} onClose={onClose} title={t`Merge records of one person`} size="xl">
      <Steps {...merge} onClose={onClose} />
    </Modal>
  )
}

function Steps({ ids, onClose, onMerged }: Omit<MergeDialogProps, 'opened'>) {
  const { t } = useLingui()
  const [others, setOthers] = useState<readonly string[]>([])
  const [isChosen, setChosen] = useState(ids.length > 1)
  const { records: found, error, isPending } = useRecords(isChosen ? [...ids, ...others] : ids)
  // When it is done, the ids of all lead to one record.
  const before = useRef(found)
  const undo = useUndoMerge()
  const merge = useContactAction(async () => {
    const records = before.current
    const [{ id }, ...rest] = records as [Contact, ...Contact[]]
    const body = { contact_ids: rest.map((each) => each.id) }
    const survivor = await dataOf(api.POST('/v1/contacts/{id}/merge', { params: { path: { id } }, body }))
    const name = fullName(survivor)
    const done = plural(records.length, {
      one: `# record is merged: ${name}.`,
      other: `# records are now one: ${name}.`,
    })
    offerUndo(done, () => undo.mutate(survivor.id))
    onClose()
    onMerged(survivor)
  })
  if (merge.isIdle || merge.isError) before.current = found
  if (ids.length > RECORDS_MAX) {
    return (
      <>
        <Muted mb="md">{t`Records of one person are compared before they are merged, at most ${RECORDS_MAX} at once. Select fewer.`}</Muted>
        <DialogButtons of={{ isPending: false, mutate: onClose }} label={t`Back to the list`} onBack={onClose} />
      </>
    )
  }
  if (error) return <Problem error={error} />
  if (isPending) return <Loading />
  const records = before.current
  if (isChosen && records.length > 1) {
    const back = ids.length > 1 ? onClose : () => setChosen(false)
    return <Compare records={records} of={merge} onBack={back} />
  }
  return (
    <ChooseRecords
      record={records[0]!}
      chosen={others}
      most={RECORDS_MAX - 1}
      onChange={setOthers}
      onNext={() => setChosen(true)}
      onCancel={onClose}
    />
  )
}

/** The current records, oldest first. */
function useRecords(ids: readonly string[]) {
  const reads = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['contacts', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        dataOf(api.GET('/v1/contacts/{id}', { params: { path: { id } }, signal })),
    })),
  })
  const found = new Map(reads.flatMap(({ data }) => (data ? [[data.id, data as Contact]] : [])))
  return {
    records: [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    error: reads.find(({ error, data }) => error && !data)?.error,
    isPending: reads.some(({ data }) => !data),
  }
}
