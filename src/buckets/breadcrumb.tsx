import { chakra } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react'
import { useLocation } from 'wouter'
import { markedText } from '../../domain/name-parts.ts'
import { breadcrumb } from '../../domain/object-key.ts'
import { useText } from '../i18n/text.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { Anchor } from '../ui/anchor.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { MiddleName } from '../ui/middle-name.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { usePhone, useWidthClass } from '../ui/use-width.ts'
import { folderAddress, type Place, shownName } from './addresses.ts'

/** Crumbs shown between the first and the current one, by available width; the others are behind a button. */
const maxAncestors = [0, 1, 3]

type Crumb = { name: string; address: string }

function crumbsOf({ bucket, prefix }: Place, first: string): Crumb[] {
  return [
    { name: first, address: '/bucket-management' },
    { name: bucket, address: folderAddress({ bucket, prefix: '' }) },
    ...breadcrumb(prefix).map(({ name, prefix }) => ({ name, address: folderAddress({ bucket, prefix }) })),
  ]
}

type Props = {
  place: Place
  /** The section of the bucket that is shown instead of its files: it comes first in the browser's tab. */
  section?: string | undefined
}

/** The path from the bucket list to this folder, which is the screen's heading. */
export function Breadcrumb({ place, section }: Props) {
  const t = useText()
  const phone = usePhone()
  const [nav, room] = useWidthClass(360, 560)
  const crumbs = crumbsOf(place, t('files.buckets'))
  const here = crumbs.at(-1)!
  const ancestors = crumbs.slice(0, -1)
  const parent = ancestors.at(-1)!
  const names = [here.name, ...(place.prefix === '' ? [] : [place.bucket])].map(shownName)
  const tab = [...(section ? [section] : []), ...names].join(' · ')
  const limit = maxAncestors[room ?? 0]!
  const cut = !phone && ancestors.length > limit + 1
  const hidden = phone ? ancestors.slice(0, -1) : cut ? ancestors.slice(1, ancestors.length - limit) : []
  const shown = phone ? [] : ancestors.filter(crumb => !hidden.includes(crumb))
  return (
    <chakra.nav ref={nav} aria-label={t('files.path')} minW="0" flex="1">
      <chakra.ol display="flex" alignItems="center" gap="1" minW="0" listStyleType="none">
        {phone && hidden.length > 0 && <HiddenFolders crumbs={hidden} />}
        {phone && <Up crumb={parent} />}
        {shown.slice(0, 1).map(crumb => (
          <CrumbLink key={crumb.address} crumb={crumb} first />
        ))}
        {!phone && hidden.length > 0 && <HiddenFolders crumbs={hidden} divided />}
        {shown.slice(1).map(crumb => (
          <CrumbLink key={crumb.address} crumb={crumb} />
        ))}
        <chakra.li minW="0" ps={phone ? '0' : '1'} aria-current="page">
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

/** `first`: never truncated. The others always show at least a letter. */
function CrumbLink({ crumb, first = false }: { crumb: Crumb; first?: boolean }) {
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="1"
      minW={first ? 'auto' : '60px'}
      flexShrink={first ? '0' : '9999'}
      maxW="220px"
      color="fg.muted"
    >
      <Anchor
        href={crumb.address}
        minW="0"
        display="flex"
        px="1"
        ms={first ? '-1' : '0'}
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
