import { chakra } from '@chakra-ui/react'
import { BookOpen, ExternalLink } from 'lucide-react'
import { useLanguage } from '../i18n/text.ts'
import { addressOf } from '../site/base-path.ts'

/** The documentation, in a new tab. The server redirects if the operator has configured another URL. */
export function DocsLink() {
  const { text: t, locale } = useLanguage()
  return (
    <Link href={addressOf(`/guide/${locale}/`)} target="_blank" rel="noopener">
      <BookOpen aria-hidden="true" />
      {t('shell.docs')}
      <ExternalLink aria-hidden="true" data-small="" />
      <chakra.span srOnly>{t('common.newTab')}</chakra.span>
    </Link>
  )
}

const Link = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    alignSelf: 'flex-start',
    gap: '2',
    borderRadius: 'sm',
    color: 'fg.accent',
    fontWeight: 'medium',
    textDecoration: 'none',
    _hover: { textDecoration: 'underline' },
    _icon: { boxSize: '16px', flexShrink: '0', '&[data-small]': { boxSize: '12px' } },
  },
})
