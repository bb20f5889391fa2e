/** The number changes at most this often, in ms. */
const minInterval = 1000

let wanted = 0
let shown = 0
let waiting = false

/** Shows a number on the icon of the installed app, where browsers can; none for 0. */
export function showAppBadge(number: number): void {
  wanted = number
  if (waiting) return
  waiting = true
  setTimeout(update, minInterval)
}

function update(): void {
  waiting = false
  if (wanted === shown) return
  shown = wanted
  const change = wanted > 0 ? navigator.setAppBadge?.(wanted) : navigator.clearAppBadge?.()
  change?.catch((error: unknown) => console.info('The badge of the app could not be changed', error))
}
