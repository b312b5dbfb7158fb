/** theme.js reads it before the first paint, to know whether to draw the frame. */
const KEPT = 'doorpost-signed-in'

/** Whether this browser shows the frame while the session is read. It says nothing about the session itself. */
export function keepSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) localStorage.setItem(KEPT, 'yes')
  else {
    localStorage.removeItem(KEPT)
    delete document.documentElement.dataset.frame
  }
}

/** What was typed and not sent is kept in this browser under these names; whoever signs out takes it along. */
export function forgetTyped(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith('doorpost.compose.')) localStorage.removeItem(key)
}
