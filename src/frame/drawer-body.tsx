import { chakra } from '@chakra-ui/react'
import { BellRing, Building2, ChartColumn, Database, ShieldCheck, UserRound, UsersRound } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { entryOf, menuOf, type Route } from '../../domain/roles.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { Anchor } from '../ui/anchor.tsx'
import { Logo } from '../ui/brand.tsx'
import { DrawerFooter } from './drawer-footer.tsx'

/** The routes that have a screen in this version, with their icons. */
const icons: Partial<Record<Route, ReactNode>> = {
  '/bucket-management': <Database />,
  '/dashboard': <ChartColumn />,
  '/userinfo': <UserRound />,
  '/user-management/sub-user': <UsersRound />,
  '/users': <Building2 />,
  '/security': <ShieldCheck />,
  '/setting': <BellRing />,
}

const groups = [
  { name: 'shell.group.storage', routes: ['/bucket-management', '/dashboard'] },
  {
    name: 'shell.group.account',
    routes: ['/userinfo', '/user-management/sub-user', '/users', '/security'],
  },
  { name: 'shell.group.setting', routes: ['/setting'] },
] as const satisfies { name: string; routes: Route[] }[]

/** The content of the drawer: the logo, the user's menu in groups, and the usage. */
export const DrawerBody = memo(function DrawerBody() {
  const t = useText()
  const [path] = useLocation()
  const user = useUser()
  const menu = menuOf(user).filter(route => icons[route])
  const shown = groups
    .map(group => ({
      ...group,
      routes: menu.filter(route => (group.routes as readonly Route[]).includes(route)),
    }))
    .filter(group => group.routes.length > 0)
  return (
    <chakra.div display="flex" flexDirection="column" h="full">
      <chakra.div h="bar" display="flex" alignItems="center" px="5" flexShrink="0">
        <Anchor href="/bucket-management" aria-label={t('shell.home')}>
          <Logo />
        </Anchor>
      </chakra.div>
      <chakra.nav aria-label={t('shell.navigation')} flex="1" overflowY="auto" px="3" pt="3">
        {shown.map(group => (
          <chakra.section key={group.name} mb="5" aria-labelledby={group.name}>
            <chakra.h2 id={group.name} textStyle="caption" color="fg.muted" fontWeight="medium" px="3" mb="1">
              {t(group.name)}
            </chakra.h2>
            <ul>
              {group.routes.map(route => (
                <Entry key={route} route={route} current={entryOf(path) === route} />
              ))}
            </ul>
          </chakra.section>
        ))}
      </chakra.nav>
      <DrawerFooter />
    </chakra.div>
  )
})

const Entry = memo(function Entry({ route, current }: { route: Route; current: boolean }) {
  const t = useText()
  return (
    <chakra.li listStyleType="none">
      <NavLink href={route} aria-current={current ? 'page' : undefined}>
        {icons[route]}
        {t(`shell.menu.${route as '/bucket-management'}`)}
      </NavLink>
    </chakra.li>
  )
})

const NavLink = chakra(Anchor, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '10',
    px: '3',
    mb: '0.5',
    borderRadius: 'md',
    color: 'fg',
    textStyle: 'body',
    textDecoration: 'none',
    transition: 'background-color 120ms, color 120ms',
    _icon: { boxSize: '20px', color: 'fg.muted', strokeWidth: '1.75' },
    _hover: { bg: 'bg.muted' },
    _currentPage: {
      bg: 'bg.selected',
      color: 'fg.accent',
      fontWeight: 'medium',
      _icon: { color: 'fg.accent' },
    },
  },
})
