import { chakra } from '@chakra-ui/react'
import { BookOpen, ChevronLeft, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLanguage } from '../i18n/text.ts'
import { addressOf } from '../site/base-path.ts'
import { Anchor } from './anchor.tsx'
import { Button } from './button.tsx'

/** A link to a screen of the console that looks like a button. */
export function LinkButton({
  to,
  variant = 'plain',
  children,
}: {
  to: string
  variant?: 'main' | 'plain'
  children: ReactNode
}) {
  return (
    <Button asChild variant={variant}>
      <Link href={to}>{children}</Link>
    </Button>
  )
}

/** A link to the list that a page belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor
      href={to}
      display="inline-flex"
      alignItems="center"
      gap="1"
      textStyle="small"
      color="fg.muted"
      _hover={{ color: 'fg' }}
      _icon={{ boxSize: '16px' }}
    >
      <ChevronLeft aria-hidden="true" />
      {children}
    </Anchor>
  )
}

/** The documentation, in a new tab. The server redirects if the operator has configured another URL. */
export function DocsLink() {
  const { text: t, locale } = useLanguage()
  return (
    <GuideLink href={addressOf(`/guide/${locale}/`)} target="_blank" rel="noopener">
      <BookOpen aria-hidden="true" />
      {t('shell.docs')}
      <ExternalLink aria-hidden="true" data-small="" />
      <chakra.span srOnly>{t('common.newTab')}</chakra.span>
    </GuideLink>
  )
}

const GuideLink = chakra('a', {
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
