/** The same as in index.html, so that nothing moves until the session is known. */
export function Boot() {
  return (
    <main className="boot" role="status" aria-label="Loading">
      <img src="/icon.svg" alt="" width="40" height="40" />
      <p className="boot-name">Doorpost</p>
      <div className="boot-bar" />
    </main>
  )
}
