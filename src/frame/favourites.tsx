import { Database, Folder } from 'lucide-react'
import { markedText } from '../../domain/name-parts.ts'
import { folderAddress, folderName } from '../buckets/addresses.ts'
import { useFavourites } from '../buckets/favourites.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { useRawPath } from '../shell/navigate.ts'
import { MiddleName } from '../ui/middle-name.tsx'
import { DrawerGroup, NavLink } from './drawer-group.tsx'

/** The buckets and folders that the user has marked. */
export default function Favourites() {
  const t = useText()
  const path = useRawPath()
  const places = useFavourites(useUser().id)
  return (
    <DrawerGroup id="favourites" title={t('shell.favourites')}>
      {places.map(place => {
        const address = folderAddress(place)
        return (
          <li key={address}>
            <NavLink
              href={address}
              title={markedText(`${place.bucket}/${place.prefix}`)}
              aria-current={address === path ? 'page' : undefined}
            >
              {place.prefix === '' ? <Database /> : <Folder />}
              <MiddleName name={folderName(place)} />
            </NavLink>
          </li>
        )
      })}
    </DrawerGroup>
  )
}
