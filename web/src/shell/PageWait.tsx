import { Loading } from '../parts/states.tsx'

export function PageWait() {
  return <Loading rows={4} />
}
