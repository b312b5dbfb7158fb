import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors, isConflict } from '../api/client.ts'
import type { Form } from '../api/schema.ts'
import { besideField } from '../parts/forms/form.tsx'
import { draftOf, type FormDraft, toPatch } from './draft.ts'
import { usePatchForm } from './reads.ts'
import { useBase } from './use-base.tsx'

/** The form while it is edited. */
export function useBuilder(latest: Form) {
  const patch = usePatchForm(latest.id)
  const [draft, setDraft] = useState(() => draftOf(latest))
  const save = useMutation({
    mutationFn: (): Promise<Form> =>
      patch(base.version, base.changes, 'The form is saved. Its page shows it from now on.'),
    onSuccess: (saved): void => base.begin(saved),
  })
  const { error, isPending: isBusy } = save
  const fill = (values: FormDraft) => {
    setDraft(values)
    save.reset()
  }
  const base = useBase({ latest, valuesOf: draftOf, toPatch, values: draft, fill, isBusy })
  const texts = Object.entries(fieldErrors(error)).map(([path, text]) => [path, besideField(path, text)])
  const isMarked = texts.some(([path]) => path !== 'If-Match')
  return {
    ...base,
    draft,
    set(next: FormDraft) {
      // What was wrong is judged again by the next save.
      if (error !== null) save.reset()
      setDraft(next)
    },
    errors: Object.fromEntries(texts) as Record<string, string>,
    /** Something is wrong with what was typed, and said beside it. */
    isMarked,
    /** Everything else. The notice about a conflict says itself what to do. */
    problem: isConflict(error) || isMarked ? null : error,
    isBusy,
    save: () => save.mutate(),
  }
}
