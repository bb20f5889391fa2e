import { chakra } from '@chakra-ui/react'
import { PanelLeft } from 'lucide-react'
import { memo } from 'react'
import { useText } from '../i18n/text.ts'
import { drawerEvents } from '../shell/drawer.ts'
import { Anchor } from '../ui/anchor.tsx'
import { LanguageSwitch, ThemeSwitch } from '../ui/appearance-switches.tsx'
import { Logo } from '../ui/brand.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { FinderButton } from './finder-button.tsx'

export const TopBar = memo(function TopBar({
  drawerOpen,
  withLogo,
}: {
  drawerOpen: boolean
  withLogo: boolean
}) {
  const t = useText()
  return (
    <chakra.header
      h="bar"
      flexShrink="0"
      display="flex"
      alignItems="center"
      gap="2"
      ps={{ base: '2', sm: '3' }}
      pe={{ base: '3', sm: '5' }}
      borderBottomWidth="1px"
      bg="bg"
    >
      <IconButton
        label={t(drawerOpen ? 'shell.closeNavigation' : 'shell.openNavigation')}
        aria-expanded={drawerOpen}
        onClick={drawerEvents.toggle}
        bg="transparent"
      >
        <PanelLeft />
      </IconButton>
      {withLogo && (
        <Anchor href="/bucket-management" aria-label={t('shell.home')}>
          <Logo />
        </Anchor>
      )}
      <chakra.div flex={{ base: '1', md: '0' }} />
      <FinderButton />
      <chakra.div flex={{ md: '1' }} />
      <LanguageSwitch />
      <ThemeSwitch />
      <AvatarMenu />
    </chakra.header>
  )
})
