import { chakra } from '@chakra-ui/react'
import { KeyRound } from 'lucide-react'
import { useLocation } from 'wouter'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Anchor } from '../ui/anchor.tsx'
import { lazyScreen } from '../ui/lazy.tsx'
import { DocsLink } from '../ui/links.tsx'
import NotFound from '../ui/not-found.tsx'
import { Page } from '../ui/page.tsx'
import { SectionTabs } from '../ui/section-tabs.tsx'

const keysAddress = '/security/keys'

const sections = [
  {
    address: '/security',
    label: 'security.tab.signIn',
    Section: lazyScreen(() => import('./sign-in-section.tsx')),
  },
  {
    address: keysAddress,
    label: 'security.tab.keys',
    Section: lazyScreen(() => import('../keys/access-keys-section.tsx')),
  },
  {
    address: '/security/api',
    label: 'security.tab.api',
    Section: lazyScreen(() => import('../keys/api-clients-section.tsx')),
  },
  {
    address: '/security/sessions',
    label: 'security.tab.sessions',
    Section: lazyScreen(() => import('./sessions/sessions-section.tsx')),
  },
] satisfies { address: string; label: MessageId; Section: unknown }[]

/** Sign-in and confirmation, keys, API clients and sessions, each a section with its own address. */
export default function SecurityScreen() {
  const t = useText()
  const [path] = useLocation()
  const shown = sections.find(({ address }) => address === path)
  if (!shown) return <NotFound />
  const { Section } = shown
  return (
    <Page title={t('security.title')} section={t(shown.label)}>
      <SectionTabs
        label={t('security.sections')}
        current={path}
        tabs={sections.map(({ address, label }) => ({ address, text: t(label) }))}
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
