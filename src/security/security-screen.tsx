import { chakra } from '@chakra-ui/react'
import { KeyRound } from 'lucide-react'
import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { useText } from '../i18n/text.ts'
import { Anchor } from '../ui/anchor.tsx'
import { lazyScreen } from '../ui/lazy.tsx'
import { DocsLink } from '../ui/links.tsx'
import NotFound from '../ui/not-found.tsx'
import { Page } from '../ui/page.tsx'
import { SectionTabs } from '../ui/section-tabs.tsx'
import { type SecurityAddress, securitySections } from './sections.ts'

const keysAddress = '/security/keys' satisfies SecurityAddress

const bodies: Record<SecurityAddress, ComponentType> = {
  '/security': lazyScreen(() => import('./sign-in-section.tsx')),
  [keysAddress]: lazyScreen(() => import('../keys/access-keys-section.tsx')),
  '/security/api': lazyScreen(() => import('../keys/api-clients-section.tsx')),
  '/security/sessions': lazyScreen(() => import('./sessions/sessions-section.tsx')),
}

/** Sign-in and confirmation, keys, API clients and sessions, each a section with its own address. */
export default function SecurityScreen() {
  const t = useText()
  const [path] = useLocation()
  const shown = securitySections.find(({ address }) => address === path)
  if (!shown) return <NotFound />
  const Section = bodies[shown.address]
  return (
    <Page title={t('security.title')} section={t(shown.label)}>
      <SectionTabs
        label={t('security.sections')}
        current={path}
        tabs={securitySections.map(({ address, label }) => ({ address, text: t(label) }))}
      />
      <chakra.div pt="6" position="relative">
        <Section key={path} />
      </chakra.div>
      <chakra.footer
        mt="10"
        pt="4"
        borderTopWidth="1px"
        display="flex"
        flexWrap="wrap"
        columnGap="6"
        rowGap="3"
        textStyle="small"
        color="fg.muted"
      >
        {path !== keysAddress && (
          <Anchor
            href={keysAddress}
            alignItems="center"
            gap="2"
            color="fg.accent"
            fontWeight="medium"
            _hover={{ textDecoration: 'underline' }}
            _icon={{ boxSize: '16px' }}
          >
            <KeyRound aria-hidden="true" />
            {t('security.keysLink')}
          </Anchor>
        )}
        <DocsLink />
      </chakra.footer>
    </Page>
  )
}
