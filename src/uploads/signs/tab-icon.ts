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
    `<circle cx="16" cy="16" r="13.5" pathLength="100" stroke-width="5" transform="rotate(-90 16 16)" ${more}/>`
  const image = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">',
    circle('stroke="#8b97a1" stroke-opacity="0.4"'),
    circle(`stroke="${colour('blue.500')}" stroke-dasharray="${percent} 100"`),
    `<rect x="9" y="11" width="14" height="10" rx="2" fill="${colour('teal.500')}"/>`,
    '<rect x="13" y="14.5" width="6" height="2.5" rx="1.2" fill="#fff"/></svg>',
  ].join('')
  return `data:image/svg+xml,${encodeURIComponent(image)}`
}
