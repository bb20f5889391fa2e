let shown = 0

/** Shows a number on the icon of the installed app, where browsers can; none for 0. */
export function showAppBadge(number: number): void {
  if (number === shown) return
  shown = number
  const change = number > 0 ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.()
  change?.catch((error: unknown) => console.info('The badge of the app could not be changed', error))
}
