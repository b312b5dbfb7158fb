import { type Condition, hiddenNames } from '../../src/forms/fields/conditions.ts'

// What the script does with a form that src/forms/fields/html.ts has drawn; the preview in the dashboard does the same.

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export interface Texts {
  step: string
  next: string
  back: string
  draft: string
  clear: string
}

export const controlsOf = (place: Element) => [...place.querySelectorAll<Control>('input,textarea,select')]

export const isTick = (control: Control) => control.type === 'checkbox' || control.type === 'radio'

/** Shows and hides fields as people type. Hidden ones are neither sent nor asked for. */
export const applyConditions = (form: HTMLFormElement) => {
  const fields = [...form.querySelectorAll<HTMLElement>('[data-show]')].map((place) => {
    place.querySelector('.when')?.remove()
    const [first] = controlsOf(place)
    return { place, name: first!.name, show_when: JSON.parse(place.dataset.show!) as Condition }
  })
  if (fields.length === 0) return
  const valuesOf = (name: string) =>
    controlsOf(form)
      .filter((control) => control.name === name && (!isTick(control) || (control as HTMLInputElement).checked))
      .map((control) => control.value)
  const apply = () => {
    const hidden = hiddenNames(fields, valuesOf)
    for (const { place, name } of fields) {
      place.hidden = hidden.has(name)
      for (const control of controlsOf(place)) {
        control.disabled = place.hidden
        control.required = 'required' in control.dataset
      }
    }
  }
  apply()
  form.addEventListener('input', apply)
  form.addEventListener('reset', () => setTimeout(apply))
}

const create = <T extends keyof HTMLElementTagNameMap>(tag: T, values: Partial<HTMLElementTagNameMap[T]>) =>
  Object.assign(document.createElement(tag), values)

/** One step at a time, each checked before the next. Begins with `first`, where it is one of them. */
export const applySteps = (form: HTMLFormElement, texts: Texts, first?: Element | null) => {
  const all = [...form.querySelectorAll<HTMLElement>('.step')]
  const submit = form.querySelector<HTMLElement>('button[type=submit]')
  if (all.length < 2 || submit === null) return
  form.noValidate = true
  let now = all.find((step) => step === first) ?? all[0]!
  const heads = new Map(
    all.map((step) => {
      const head = step.querySelector('h2') ?? create('h2', {})
      head.tabIndex = -1
      const progress = create('span', { className: 'progress' })
      head.prepend(progress)
      step.prepend(head)
      return [step, { head, progress }]
    }),
  )
  const back = create('button', { type: 'button', className: 'quiet', textContent: texts.back })
  const next = create('button', { type: 'button', textContent: texts.next })
  const bar = create('div', { className: 'steps' })
  submit.before(bar)
  bar.append(back, next, submit)

  /** Conditions may have emptied a step. */
  const live = () => all.filter((step) => step === now || step.querySelector('.field:not([hidden])') !== null)
  const draw = () => {
    const steps = live()
    const at = steps.indexOf(now)
    for (const step of all) step.hidden = step !== now
    back.hidden = at === 0
    next.hidden = at === steps.length - 1
    submit.hidden = !next.hidden
    const text = texts.step.replace('{at}', `${at + 1}`).replace('{count}', `${steps.length}`)
    heads.get(now)!.progress.textContent = text
  }
  const go = (step: HTMLElement | undefined) => {
    if (step === undefined) return
    now = step
    draw()
    heads.get(step)!.head.focus()
  }
  const isValid = (step: HTMLElement) => {
    const wrong = controlsOf(step).find((control) => !control.checkValidity())
    if (wrong === undefined) return true
    if (step !== now) go(step)
    wrong.reportValidity()
    return false
  }
  const onward = (by: number) => live()[live().indexOf(now) + by]
  const goOn = () => {
    if (isValid(now)) go(onward(1))
  }
  next.addEventListener('click', goOn)
  back.addEventListener('click', () => go(onward(-1)))
  form.addEventListener('submit', (event) => {
    const isLast = onward(1) === undefined
    if (isLast && live().every(isValid)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // Enter in a field.
    if (!isLast) goOn()
  })
  const toProblem = () => {
    const wrong = all.find((step) => step.querySelector('[aria-invalid]') !== null)
    if (wrong === undefined) return
    now = wrong
    draw()
  }
  form.addEventListener('doorpost-refused', toProblem)
  form.addEventListener('input', draw)
  form.addEventListener('reset', () => {
    now = all[0]!
    setTimeout(draw)
  })
  draw()
  toProblem()
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}
