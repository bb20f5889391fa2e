import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { brand } from '../site/brand.ts'

const links = (['terms', 'privacy', 'support'] as const).flatMap(name => {
  const href = brand.links[name]
  return href === null ? [] : [{ name, href }]
})

export const hasBrandLinks = links.length > 0

/** The operator's terms, privacy notice and support, each in a new tab. */
export function BrandLinks() {
  const t = useText()
  return links.map(({ name, href }) => (
    <Link key={name} href={href} target="_blank" rel="noopener">
      {t(`brand.${name}`)}
      <chakra.span srOnly>{t('common.newTab')}</chakra.span>
    </Link>
  ))
}

const Link = chakra('a', {
  base: {
    borderRadius: 'sm',
    color: 'fg.muted',
    textDecoration: 'none',
    _hover: { color: 'fg.accent', textDecoration: 'underline' },
  },
})
