import { useApiForm } from '../parts/forms/form.tsx'
import { usePatchForm } from './reads.ts'
import { type BaseOptions, useBase } from './use-base.tsx'

interface PartOptions<V> extends Pick<BaseOptions<V>, 'latest' | 'valuesOf' | 'toPatch'> {
  fieldFor?: (path: string, values: V) => string | null
  done: string
}

/** Some settings of a form, edited and saved by themselves. */
export function useFormPart<V extends object>({ latest, valuesOf, toPatch, fieldFor, done }: PartOptions<V>) {
  const patch = usePatchForm(latest.id)
  const form = useApiForm<V>({
    initialValues: valuesOf(latest),
    send: async (): Promise<void> => base.begin(await patch(base.version, base.changes, done)),
    ...(fieldFor && { fieldFor }),
  })
  const fill = (values: V) => {
    form.setValues(values)
    form.clearErrors()
    form.forget()
  }
  const base = useBase<V>({ latest, valuesOf, toPatch, values: form.values, fill, isBusy: form.isBusy })
  return { form, base }
}
