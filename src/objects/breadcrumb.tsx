import { chakra } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react'
import { useLocation } from 'wouter'
import { markedText } from '../../domain/name-parts.ts'
import { breadcrumb } from '../../domain/object-key.ts'
import { folderAddress, type Place, shownName } from '../buckets/folder-address.ts'
import { useText } from '../i18n/text.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { Anchor } from '../ui/anchor.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { MiddleName } from '../ui/middle-name.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { useRoom } from '../ui/use-room.ts'

/** Crumbs that are shown between the start and the place itself; the others are behind a button. */
const shownAbove = [0, 1, 3]

type Crumb = { name: string; address: string }

function crumbsOf({ bucket, prefix }: Place, start: string): Crumb[] {
  return [
    { name: start, address: '/bucket-management' },
    { name: bucket, address: folderAddress({ bucket, prefix: '' }) },
    ...breadcrumb(prefix).map(({ name, prefix }) => ({ name, address: folderAddress({ bucket, prefix }) })),
  ]
}

/** The way from the buckets to this folder, which is the screen's heading. */
export function Breadcrumb({ place }: { place: Place }) {
  const t = useText()
  const phone = usePhone()
  const [way, room] = useRoom(360, 560)
  const crumbs = crumbsOf(place, t('files.buckets'))
  const here = crumbs.at(-1)!
  const above = crumbs.slice(0, -1)
  const parent = above.at(-1)!
  const tab = [here.name, ...(place.prefix === '' ? [] : [place.bucket])].map(shownName).join(' · ')
  const most = shownAbove[room ?? 0]!
  const cut = !phone && above.length > most + 1
  const hidden = phone ? above.slice(0, -1) : cut ? above.slice(1, above.length - most) : []
  const shown = phone ? [] : above.filter(crumb => !hidden.includes(crumb))
  return (
    <chakra.nav ref={way} aria-label={t('files.path')} minW="0" flex="1">
      <chakra.ol display="flex" alignItems="center" gap="1" minW="0" listStyleType="none">
        {phone && hidden.length > 0 && <HiddenFolders crumbs={hidden} />}
        {phone && <Up crumb={parent} />}
        {shown.slice(0, 1).map(crumb => (
          <Step key={crumb.address} crumb={crumb} start />
        ))}
        {!phone && hidden.length > 0 && <HiddenFolders crumbs={hidden} divided />}
        {shown.slice(1).map(crumb => (
          <Step key={crumb.address} crumb={crumb} />
        ))}
        <chakra.li minW="0" aria-current="page">
          <PageTitle key={place.prefix} tab={markedText(tab)}>
            <MiddleName name={shownName(here.name)} />
          </PageTitle>
        </chakra.li>
      </chakra.ol>
    </chakra.nav>
  )
}

function Up({ crumb }: { crumb: Crumb }) {
  const t = useText()
  const [, navigate] = useLocation()
  return (
    <chakra.li>
      <IconButton
        size="sm"
        label={t('files.up', { name: shownName(crumb.name) })}
        onClick={() => navigate(crumb.address)}
      >
        <ChevronLeft />
      </IconButton>
    </chakra.li>
  )
}

function HiddenFolders({ crumbs, divided }: { crumbs: readonly Crumb[]; divided?: boolean }) {
  const t = useText()
  const [, navigate] = useLocation()
  return (
    <chakra.li display="flex" alignItems="center" gap="1" flexShrink="0">
      <ActionMenu
        title={t('files.path')}
        trigger={
          <IconButton size="sm" label={t('files.hiddenFolders')}>
            <Ellipsis />
          </IconButton>
        }
        actions={crumbs.map(crumb => ({
          id: crumb.address,
          label: markedText(shownName(crumb.name)),
          icon: null,
          run: () => navigate(crumb.address),
        }))}
      />
      {divided && <Divider />}
    </chakra.li>
  )
}

/** `start`: the first one, which is never cut. Of the others there is always a letter to see. */
function Step({ crumb, start = false }: { crumb: Crumb; start?: boolean }) {
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="1"
      minW={start ? 'auto' : '60px'}
      flexShrink={start ? '0' : '9999'}
      maxW="220px"
      color="fg.muted"
    >
      <Anchor
        href={crumb.address}
        minW="0"
        display="flex"
        px="1"
        fontSize="lg"
        lineHeight="32px"
        _hover={{ color: 'fg' }}
      >
        <MiddleName name={shownName(crumb.name)} />
      </Anchor>
      <Divider />
    </chakra.li>
  )
}

function Divider() {
  return (
    <chakra.span color="fg.subtle" flexShrink="0" _icon={{ boxSize: '16px' }}>
      <ChevronRight aria-hidden="true" />
    </chakra.span>
  )
}
