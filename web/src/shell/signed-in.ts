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
