import './page.css'
import { type Entry, type Hit, search } from './search.ts'

// What the pages of the documentation do beyond being read: search, copy, switch the theme.

redirectOldReference()
foldPages()
addCopyButtons()
addTheme()
addSearch()

/** The API reference was at /docs, and its places are in the part after "#". */
function redirectOldReference(): void {
  if (location.pathname === '/docs' && /^#(?:tag|model|description|webhook)\b/.test(location.hash)) {
    location.replace(`/docs/api${location.hash}`)
  }
}

/** On a phone the list of pages would push the text off the screen. */
function foldPages(): void {
  const pages = document.querySelector<HTMLDetailsElement>('details.pages')!
  const wide = matchMedia('(min-width: 62em)')
  const fold = () => (pages.open = wide.matches)
  wide.addEventListener('change', fold)
  fold()
  const here = pages.querySelector('[aria-current]')
  if (wide.matches && here) pages.scrollTop = (here as HTMLElement).offsetTop - pages.clientHeight / 2
}

function addCopyButtons(): void {
  // Only https and this machine may write to the clipboard.
  if (!navigator.clipboard) return
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      const isCopied = await navigator.clipboard.writeText(block.querySelector('code')!.textContent!).then(
        () => true,
        () => false,
      )
      button.textContent = isCopied ? 'Copied' : 'Could not copy'
      setTimeout(() => (button.textContent = 'Copy'), 2_000)
    })
    block.append(button)
  }
}

function addTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('.theme')!
  button.hidden = false
  button.addEventListener('click', () => {
    const root = document.documentElement
    const next = root.getAttribute('data-mantine-color-scheme') === 'dark' ? 'light' : 'dark'
    root.setAttribute('data-mantine-color-scheme', next)
    // The dashboard reads the same.
    localStorage.setItem('mantine-color-scheme-value', next)
  })
}

function addSearch(): void {
  const box = document.querySelector<HTMLElement>('.search')!
  const input = box.querySelector('input')!
  const list = box.querySelector('ul')!
  const status = box.querySelector('[role=status]')!
  let entries: Promise<Entry[]> | null = null
  let chosen = -1
  box.hidden = false

  // A failed request is tried again with the next letter.
  const load = () =>
    (entries ??= fetch(box.dataset.index!)
      .then((answer) => answer.json())
      .catch(() => {
        entries = null
        return []
      }))
  const close = () => {
    list.hidden = true
    choose(-1)
    input.setAttribute('aria-expanded', 'false')
  }
  const choose = (index: number) => {
    chosen = index
    for (const [at, item] of [...list.children].entries()) item.setAttribute('aria-selected', String(at === index))
    const item = list.children[index]
    if (item) input.setAttribute('aria-activedescendant', item.id)
    else input.removeAttribute('aria-activedescendant')
    item?.scrollIntoView({ block: 'nearest' })
  }
  const show = async () => {
    const query = input.value
    const hits = search(await load(), query)
    // Somebody types faster than the index comes.
    if (query !== input.value) return
    list.replaceChildren(...hits.map(drawHit))
    const isEmpty = query.trim() === ''
    status.textContent = isEmpty ? '' : hits.length === 0 ? 'Nothing found' : `${hits.length} found`
    box.classList.toggle('none', !isEmpty && hits.length === 0)
    list.hidden = hits.length === 0
    input.setAttribute('aria-expanded', String(hits.length > 0))
    choose(hits.length > 0 ? 0 : -1)
  }

  input.addEventListener('focus', () => void load())
  input.addEventListener('input', () => void show())
  input.addEventListener('keydown', (event) => {
    const count = list.children.length
    if (event.key === 'Escape') {
      if (list.hidden) input.value = ''
      close()
      box.classList.remove('none')
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (list.hidden) void show()
      else choose((chosen + (event.key === 'ArrowDown' ? 1 : count - 1)) % count)
    } else if (event.key === 'Enter') {
      go(list.children[chosen])
    }
  })
  const go = (item: Element | null | undefined) => {
    if (!(item instanceof HTMLElement)) return
    close()
    location.assign(item.dataset.path!)
  }
  list.addEventListener('click', (event) => go((event.target as Element).closest('li')))
  document.addEventListener('click', (event) => {
    if (!box.contains(event.target as Node)) close()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest('input, textarea, select')
    const isAsked = event.key === '/' || (event.key === 'k' && (event.metaKey || event.ctrlKey))
    if (!isAsked || isTyping) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

function drawHit({ entry, extract }: Hit, index: number): HTMLLIElement {
  const item = document.createElement('li')
  item.id = `result-${index}`
  item.role = 'option'
  // Not a link: an option may contain nothing that can be focused.
  item.dataset.path = entry.path
  const title = document.createElement('strong')
  title.textContent = entry.heading === entry.page ? entry.page : `${entry.page} › ${entry.heading}`
  const words = document.createElement('span')
  words.textContent = extract
  item.append(title, words)
  return item
}
