/** What index.html shows before any script runs, so that nothing moves until it is known who is there. */
export function Boot() {
  return (
    <main className="boot" role="status" aria-label="Loading">
      <img src="/icon.svg" alt="" width="40" height="40" />
      <p className="boot-name">Doorpost</p>
      <div className="boot-bar" />
    </main>
  )
}
