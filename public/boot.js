;(() => {
  const cookie = name => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1]
  const html = document.documentElement
  const stored = cookie('theme_mode')
  const dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  html.className = dark ? 'dark' : 'light'
  html.style.colorScheme = dark ? 'dark' : 'light'
  document.querySelector('meta[name=theme-color]').content = dark ? '#0e1316' : '#ffffff'
  const locale = cookie('NEXT_LOCALE') ?? navigator.language.slice(0, 2)
  if (!('oneLanguage' in html.dataset)) html.lang = locale === 'vi' ? 'vi' : 'en'
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
