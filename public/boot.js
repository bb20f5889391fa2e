;(() => {
  const cookie = name => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1]
  const html = document.documentElement
  const stored = cookie('theme_mode')
  const dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  html.className = dark ? 'dark' : 'light'
  html.style.colorScheme = dark ? 'dark' : 'light'
  document.querySelector('meta[name=theme-color]').content = dark ? '#0e1316' : '#ffffff'
  const locale = cookie('NEXT_LOCALE') ?? navigator.language.slice(0, 2)
  // A page that is written in one language, as the guide, has its own.
  html.lang ||= locale === 'vi' ? 'vi' : 'en'
})()
