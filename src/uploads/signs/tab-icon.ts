import { colourOf } from '../../ui/colour.ts'

const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
/** The address of the icon that the page came with. */
export const usualIcon = link?.getAttribute('href') ?? ''

/** The icon of the tab: a ring of which `percent` is drawn; the usual one for null. */
export function showTabIcon(percent: number | null): void {
  link?.setAttribute('href', percent === null ? usualIcon : ring(percent))
}

function ring(percent: number): string {
  const theme = getComputedStyle(document.documentElement)
  const colour = (token: string) => theme.getPropertyValue(colourOf(token))
  const circle = (more: string) =>
    `<circle cx="16" cy="16" r="12.5" pathLength="100" stroke-width="7" transform="rotate(-90 16 16)" ${more}/>`
  const image = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">',
    circle('stroke="#8b97a1" stroke-opacity="0.4"'),
    circle(`stroke="${colour('blue.500')}" stroke-dasharray="${percent} 100"`),
    '</svg>',
  ].join('')
  return `data:image/svg+xml,${encodeURIComponent(image)}`
}
