// Cascade layers: our own styles win in any order of loading.
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './app.css'
import { i18n } from '@lingui/core'
import { I18nProvider, useLingui } from '@lingui/react'
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { directionOf } from '../../src/messages/languages.ts'
import { createQueries, ME } from './api/client.ts'
import { browserLanguage, speak } from './parts/language.ts'
import { router } from './router.tsx'
import { theme } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// The scroll lock of dialogs looks for it here; the policy blocks style elements without it.
Object.assign(globalThis, { __webpack_nonce__: nonce })

// After a 401 the session is read again, and the shell redirects to sign-in and back.
const queries = createQueries(() => {
  const known = queries.getQueryState(ME)
  if (known?.status === 'success') void queries.invalidateQueries({ queryKey: ME })
})

// theme.js has asked for these texts already.
await speak(browserLanguage())

/** Sets the direction of writing of the language. */
function Direction() {
  const { i18n } = useLingui()
  const { setDirection } = useDirection()
  useLayoutEffect(() => {
    setDirection(directionOf(i18n.locale))
  }, [i18n.locale, setDirection])
  return null
}

createRoot(document.getElementById('app')!).render(
  <I18nProvider i18n={i18n}>
    <DirectionProvider>
      <Direction />
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queries}>
          <Notifications position="bottom-right" limit={4} />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  </I18nProvider>,
)
