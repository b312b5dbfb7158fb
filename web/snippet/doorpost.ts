// The script for forms on other websites: <script src="https://…/forms/doorpost.js" defer></script>
// It is one file without imports, of 3 KB, the proof of work included: `npm run snippet` writes
// src/forms/doorpost.js from it. Whatever fails here, the browser sends the form by itself. It stores nothing unless
// data-carry="tab" says so.

interface Challenge {
  parameters: { nonce: string; salt: string; cost: number; keyPrefix: string }
}

;((script) => {
  // The folder above the one of this file is where Doorpost is.
  const forms = new URL('../v1/forms/', script.src).href
  const { carry } = script.dataset
  // A page may have the script twice, for two forms.
  const key = `doorpost ${forms}` as never
  if (window[key]) return
  window[key] = 1 as never
  const now = Date.now
  const on = addEventListener

  // Where the visitor comes from ---------------------------------------------------------------------------------------

  let origin: Record<string, string> = {}
  let isTagged = false
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (/^(dp|referrer|landing_page|utm_[a-z]+)$/.test(name)) {
      origin[name] = value
      isTagged = true
    }
  }
  origin.landing_page ||= location.pathname
  // Scheme and host.
  origin.referrer ||= document.referrer.split('/', 3).join('/')
  try {
    // The first page of a visit counts, and a later one that an advertisement or a post has opened.
    if (carry === 'tab') {
      const tab = sessionStorage
      if (tab.dp && !isTagged) origin = JSON.parse(tab.dp)
      else tab.dp = JSON.stringify(origin)
    }
  } catch {}
  const decorate = ({ target }: Event) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>('a')
    if (link?.host !== location.host) return
    const url = new URL(link.href)
    const { searchParams } = url
    for (const name in origin) if (!searchParams.has(name)) searchParams.set(name, origin[name]!)
    link.href = url.href
  }
  if (carry === 'url' && isTagged) {
    on('click', decorate, true)
    on('auxclick', decorate, true)
  }

  // Proof of work ------------------------------------------------------------------------------------------------------

  const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g)!, (pair) => +`0x${pair}`)

  // Browsers do this in a thread of their own, so the page stays smooth. They refuse on websites without https.
  const solve = async (challenge: Challenge, { subtle } = crypto) => {
    const { nonce, salt, cost, keyPrefix } = challenge.parameters
    const name = 'PBKDF2'
    const password = bytesOf(`${nonce}00000000`)
    for (let counter = 0; counter < 999; counter++) {
      password[18] = counter >> 8
      password[19] = counter
      const key = await subtle.importKey('raw', password, name, false, ['deriveBits'])
      const work = { name, salt: bytesOf(salt), iterations: cost, hash: 'SHA-256' }
      const bits = new Uint8Array(await subtle.deriveBits(work, key, 256))
      const derivedKey = [...bits].map((byte) => (byte + 256).toString(16).slice(1)).join('')
      if (derivedKey.startsWith(keyPrefix))
        return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
    }
    return ''
  }

  // Forms --------------------------------------------------------------------------------------------------------------

  const create = <T extends 'form' | 'input' | 'p'>(tag: T, values?: object) =>
    Object.assign(document.createElement(tag), values)
  const senders = new WeakMap<HTMLFormElement, () => Promise<void>>()

  const open = (form: HTMLFormElement | null | undefined) => {
    if (!form || senders.has(form)) return
    const action = form.getAttribute('action') || ''
    const id = form.dataset.doorpost || action.split(forms)[1]?.split('/')[0]
    if (!id) return
    const find = (name: string) => form.querySelector<HTMLInputElement>(`[name="${name}"]`)
    const set = (name: string, value: string) => {
      if (!find(name)) form.append(create('input', { type: 'hidden', name }))
      find(name)!.value = value
    }
    if (!action) {
      form.action = `${forms + id}/submissions`
      form.method = 'post'
    }
    for (const name in origin) if (!find(name)) set(name, origin[name]!)

    let tokenAt = 0
    let proofAt = 0
    const prepare = async () => {
      try {
        const response = await fetch(`${forms + id}/challenge`, { signal: AbortSignal.timeout(9e3) })
        const { token, challenge } = (await response.json()).data
        if (now() - tokenAt > 8e7) {
          set('dp_token', token)
          tokenAt = now()
        }
        set('dp_proof', await solve(challenge))
        proofAt = now()
      } catch {}
    }
    let work = prepare()

    const say = (text: string, field?: HTMLInputElement | null) => {
      const id = `dp-${field?.name}`
      const role = field === undefined ? 'status' : 'alert'
      const note = create('p', { id, role, className: 'dp-note', textContent: text })
      if (!field) return form.append(note)
      field.ariaInvalid = 'true'
      field.setAttribute('aria-describedby', id)
      field.after(note)
    }

    const send = async () => {
      await work
      if (now() - proofAt > 5e6) await prepare()
      // Nobody is that fast, but browsers that fill in forms are.
      await new Promise((done) => setTimeout(done, tokenAt && 3100 + tokenAt - now()))
      // The hosted page goes on to another page, as without a script.
      if (form.dataset.plain) throw 0
      const body = new FormData(form)
      // Each counts once: also when the browser has to send the form again by itself.
      set('dp_proof', '')
      const response = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } })
      const { data, message, details } = await response.json()
      for (const note of form.querySelectorAll('.dp-note')) {
        note.previousElementSibling!.ariaInvalid = null
        note.remove()
      }
      if (data) {
        tokenAt = 0
        if (
          form.dispatchEvent(
            new CustomEvent('doorpost', { bubbles: true, composed: true, cancelable: true, detail: data }),
          )
        ) {
          if (data.redirect_url) location.href = data.redirect_url
          else say(form.dataset.thanks || data.message)
        }
        form.reset()
      } else if (details) {
        for (const name in details) say(details[name][0], find(name))
        form.dispatchEvent(new Event('doorpost-refused'))
        form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
      } else say(message, null)
      work = prepare()
    }

    senders.set(form, async () => {
      if (form.ariaBusy) return
      form.ariaBusy = 'true'
      try {
        await send()
      } catch {
        create('form').submit.call(form)
      }
      form.ariaBusy = null
    })
  }

  const submit = (event: Event) => {
    const form = event.target as HTMLFormElement
    open(form)
    const send = senders.get(form)
    if (!send || event.defaultPrevented) return
    event.preventDefault()
    send()
  }
  on('submit', submit)
  // A form in a shadow root, whose events stay in there.
  on('doorpost-open', ({ detail: form }: CustomEventInit) => {
    open(form)
    form.addEventListener('submit', submit)
  })
  on('focusin', ({ target }) => open((target as HTMLInputElement).form))
  const openAll = () => [...document.forms].forEach(open)
  openAll()
  on('DOMContentLoaded', openAll)
})(document.currentScript as HTMLScriptElement)
