;(() => {
  const cookie = name => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1]
  const html = document.documentElement
  const stored = cookie('theme_mode')
  const dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  html.className = dark ? 'dark' : 'light'
  html.style.colorScheme = dark ? 'dark' : 'light'
  document.querySelector('meta[name=theme-color]').content = dark ? '#0e1316' : '#ffffff'
  // The page is written in the language for those of whom none is known.
  const locale = cookie('NEXT_LOCALE') ?? navigator.language.split('-')[0]
  const languages = html.dataset.languages?.split(' ').map(each => each.split(':')) ?? []
  const language =
    languages.find(([each]) => each === locale) ?? languages.find(([each]) => each === html.lang)
  if (language) {
    const [lang, dir, fonts] = language
    Object.assign(html, { lang, dir })
    const description = document.querySelector('meta[name=description]')
    description.content = description.dataset[lang]
    const needed = [lang, ...fonts.split(',')]
    const load = () => {
      for (const element of document.querySelector('#needed').content.children) {
        if (!needed.includes(element.dataset.for ?? lang)) continue
        const copy = document.createElement(element.localName)
        for (const { name, value } of element.attributes) copy.setAttribute(name, value)
        document.head.append(copy)
      }
    }
    // After the first paint, which needs nothing of it. A page in the background is not painted.
    if (document.hidden) load()
    else requestAnimationFrame(() => setTimeout(load))
  }
  try {
    html.classList.toggle(
      'signed-in',
      Boolean(localStorage.getItem(`kho.${html.dataset.installation}.refresh`)),
    )
  } catch {
    // A browser that denies storage keeps nobody signed in.
  }
  html.classList.toggle(
    'resetting',
    /^\/((forgot|reset)-password|invitation|(confirm|undo)-email|confirm-address|unsubscribe)$/.test(
      location.pathname.slice((html.dataset.base ?? '').length),
    ),
  )
  // Until there is a screen, a script that does not come or does not run is said where the screen would be.
  const fail = () => html.classList.add('boot-failed')
  addEventListener('error', fail, true)
  addEventListener('unhandledrejection', fail)
  addEventListener('click', event => {
    if (event.target.closest?.('#boot button')) location.reload()
  })
})()
