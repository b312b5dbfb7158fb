import { controlsOf, isTick, type Texts } from './steps.ts'

// Keeps what a visitor has typed, in this browser only.

const LIFE_MS = 7 * 86_400_000

interface Draft {
  at: number
  values: Record<string, string[]>
}

/** Never files, hidden values, passwords, consent, and what belongs to the protection. */
const keptControls = (form: HTMLFormElement) =>
  controlsOf(form).filter(
    ({ name, type }) =>
      name !== '' && name !== 'consent' && !/^(?:dp|_)/.test(name) && !/file|hidden|password/.test(type),
  )

export const keepDraft = (form: HTMLFormElement, id: string, texts: Texts) => {
  const key = `doorpost ${id}`
  let store: Storage
  try {
    // Refused where people have switched it off.
    store = localStorage
  } catch {
    return
  }
  const forget = () => store.removeItem(key)
  const save = () => {
    const values: Draft['values'] = {}
    for (const control of keptControls(form)) {
      const isGiven = isTick(control) ? (control as HTMLInputElement).checked : control.value.trim() !== ''
      if (!isGiven) continue
      values[control.name] ??= []
      values[control.name]!.push(control.value)
    }
    try {
      if (Object.keys(values).length === 0) forget()
      else store.setItem(key, JSON.stringify({ at: Date.now(), values } satisfies Draft))
    } catch {}
  }
  const restore = () => {
    const { at, values }: Draft = JSON.parse(store.getItem(key) ?? '{"at":0,"values":{}}')
    if (Date.now() - at > LIFE_MS) return forget()
    let count = 0
    for (const control of keptControls(form)) {
      const kept = values[control.name]
      if (kept === undefined) continue
      const tick = isTick(control)
      if (tick) (control as HTMLInputElement).checked = kept.includes(control.value)
      else if (control.value === '') control.value = kept[0]!
      count++
    }
    if (count === 0) return
    form.dispatchEvent(new Event('input'))
    const note = document.createElement('p')
    note.className = 'draft'
    note.setAttribute('role', 'status')
    const clear = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'quiet',
      textContent: texts.clear,
    })
    note.append(texts.draft, clear)
    form.prepend(note)
    clear.addEventListener('click', () => {
      forget()
      form.reset()
      note.remove()
      keptControls(form)[0]?.focus()
    })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(save, 300)
  }
  const end = () => {
    clearTimeout(timer)
    forget()
    form.querySelector('.draft')?.remove()
  }
  try {
    // What was refused is on the page already.
    if (form.querySelector('[aria-invalid]') === null) restore()
    else save()
  } catch {
    forget()
  }
  form.addEventListener('input', (event) => {
    if (event.isTrusted) later()
  })
  form.addEventListener('doorpost', end)
  // The hosted page is left by sending.
  if (form.dataset.plain !== undefined) form.addEventListener('submit', end)
}
