import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The value of `#token=` in the link. It is removed from the address bar, so that no history keeps it. */
export function useLinkToken(): string | null {
  const hash = useRouterState({ select: (state) => state.location.hash })
  const inBar = new URLSearchParams(hash).get('token')
  const [token, setToken] = useState(inBar)
  const navigate = useNavigate()
  useEffect(() => {
    if (inBar === null) return
    setToken(inBar)
    void navigate({ to: '.', hash: '', replace: true })
  }, [inBar, navigate])
  return token
}
