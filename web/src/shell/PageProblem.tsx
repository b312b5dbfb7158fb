import { useRouter } from '@tanstack/react-router'
import { Problem } from '../parts/states.tsx'

/** When a page cannot be shown at all, such as when its part of the program could not be loaded. */
export function PageProblem({ error }: { error: unknown }) {
  const router = useRouter()
  const isOld = error instanceof TypeError && /import|module/i.test(error.message)
  if (isOld) {
    const newer = new Error('This page could not be loaded. Doorpost may have been updated, or it cannot be reached.')
    return <Problem error={newer} retry={() => location.reload()} />
  }
  return <Problem error={error} retry={() => void router.invalidate()} />
}
