const page = document.querySelector('#content')
const search = document.querySelector('.search')
const [term, tokenOnly] = search.querySelectorAll('input')
const found = search.querySelector('[role=status]')
const contents = document.querySelector('.contents details')
const wide = matchMedia('(min-width: 1000px)')

const entryOf = id => contents.querySelector(`a[href="#${CSS.escape(id)}"]`)
const namesIn = element => [...element.querySelectorAll('[data-field]')].map(({ dataset }) => dataset.field)
const operations = [...page.querySelectorAll('.operation')].map(element => ({
  element,
  entry: entryOf(element.id).parentElement,
  token: 'token' in element.dataset,
  text: [element.querySelector('header').textContent, ...namesIn(element)].join(' ').toLowerCase(),
}))
const rest = [
  ...page.querySelectorAll('.introduction, .schemas'),
  ...contents.querySelectorAll('section'),
].filter(element => !element.querySelector('.paths'))

function filter() {
  const words = term.value.toLowerCase().split(/\s+/).filter(Boolean)
  const narrowed = words.length > 0 || tokenOnly.checked
  let shown = 0
  for (const { element, entry, token, text } of operations) {
    const hidden = (tokenOnly.checked && !token) || !words.every(word => text.includes(word))
    element.hidden = hidden
    entry.hidden = hidden
    if (!hidden) shown++
  }
  const isEmpty = group => !group.querySelector('.operation:not([hidden]), .paths > :not([hidden])')
  for (const group of document.querySelectorAll('.group, .contents section:has(.paths)'))
    group.hidden = isEmpty(group)
  for (const element of rest) element.hidden = words.length > 0
  found.textContent = narrowed
    ? found.dataset.text.replace('{shown}', shown).replace('{all}', operations.length)
    : ''
  if (words.length > 0) contents.open = true
  if (narrowed && wide.matches && page.getBoundingClientRect().top < 0) page.scrollIntoView()
}

/** Shows what the address names, also where the filter hides it. */
function reveal() {
  const target = document.getElementById(location.hash.slice(1))
  if (!target?.closest('[hidden]')) return
  search.reset()
  filter()
  target.scrollIntoView()
}

/** Marks the entry of what is being read. */
const seen = new IntersectionObserver(
  changes => {
    const { target } = changes.find(({ isIntersecting }) => isIntersecting) ?? {}
    if (!target) return
    contents.querySelector('[aria-current]')?.removeAttribute('aria-current')
    const entry = entryOf(target.id)
    entry.setAttribute('aria-current', 'true')
    if (wide.matches) {
      const list = contents.closest('.contents')
      const [inner, outer] = [entry.getBoundingClientRect(), list.getBoundingClientRect()]
      if (inner.top < outer.top + 160 || inner.bottom > outer.bottom)
        list.scrollBy(0, inner.top - outer.top - outer.height / 2)
    }
  },
  { rootMargin: '-10% 0px -80% 0px' },
)

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Outside of secure contexts.
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

function addCopyButton(block) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = page.dataset.copy
  button.addEventListener('click', async () => {
    await copy(block.querySelector('code').textContent)
    button.textContent = page.dataset.copied
    setTimeout(() => {
      button.textContent = page.dataset.copy
    }, 2000)
    button.focus()
  })
  button.setAttribute('aria-live', 'polite')
  block.append(button)
}

for (const block of page.querySelectorAll('.introduction pre')) {
  const figure = document.createElement('figure')
  figure.className = 'code'
  block.replaceWith(figure)
  figure.append(block)
  const code = block.querySelector('code')
  code.textContent = code.textContent
    .trimEnd()
    .replace('https://kho.example.com', new URL('../../..', location.href).href.replace(/\/$/, ''))
}
for (const block of page.querySelectorAll('.code')) addCopyButton(block)
for (const element of page.querySelectorAll('.operation, .schema, .introduction > h2')) seen.observe(element)

contents.open = wide.matches
wide.addEventListener('change', () => {
  contents.open = wide.matches
})
contents.addEventListener('click', event => {
  if (event.target.closest('a') && !wide.matches) contents.open = false
})
for (const link of document.querySelectorAll('a[hreflang]')) {
  link.addEventListener('click', () => {
    link.hash = location.hash
  })
}
search.hidden = false
search.addEventListener('submit', event => event.preventDefault())
search.addEventListener('input', filter)
addEventListener('hashchange', reveal)
filter()
