import { chakra } from '@chakra-ui/react'
import { BellRing, Building2, ChartColumn, Database, ShieldCheck, UserRound, UsersRound } from 'lucide-react'
import { memo, type ReactNode, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { entryOf, menuOf, type Route } from '../../domain/roles.ts'
import { deskTexts } from '../../languages/screen-texts.ts'
import { keptFavourites } from '../buckets/kept-favourites.ts'
import { useText, withMessages } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { Anchor } from '../ui/anchor.tsx'
import { Logo } from '../ui/brand.tsx'
import { lazyPart } from '../ui/lazy.tsx'
import { DrawerFooter } from './drawer-footer.tsx'
import { DrawerGroup, NavLink } from './drawer-group.tsx'

const Favourites = lazyPart(() => withMessages(import('./favourites.tsx'), deskTexts))

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
  const hasFavourites =
    useSyncExternalStore(keptFavourites.subscribe, () => keptFavourites.read(user.id)) !== ''
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
          <DrawerGroup key={group.name} id={group.name} title={t(group.name)}>
            {group.routes.map(route => (
              <Entry key={route} route={route} current={entryOf(path) === route} />
            ))}
          </DrawerGroup>
        ))}
        {hasFavourites && <Favourites />}
      </chakra.nav>
      <DrawerFooter />
    </chakra.div>
  )
})

const Entry = memo(function Entry({ route, current }: { route: Route; current: boolean }) {
  const t = useText()
  return (
    <li>
      <NavLink href={route} aria-current={current ? 'page' : undefined}>
        {icons[route]}
        {t(`shell.menu.${route as '/bucket-management'}`)}
      </NavLink>
    </li>
  )
})
