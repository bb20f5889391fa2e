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
  const directions = new Map(html.dataset.languages?.split(' ').map(each => each.split(':')))
  if (directions.has(locale)) {
    html.lang = locale
    html.dir = directions.get(locale)
  }
  try {
    html.classList.toggle('signed-in', Boolean(localStorage.getItem('kho_refresh')))
  } catch {
    // A browser that denies storage keeps nobody signed in.
  }
  // Until there is a screen, a script that does not come or does not run is said where the screen would be.
  const fail = () => html.classList.add('boot-failed')
  addEventListener('error', fail, true)
  addEventListener('unhandledrejection', fail)
  addEventListener('click', event => {
    if (event.target.closest?.('#boot button')) location.reload()
  })
})()
