import { chakra } from '@chakra-ui/react'
import { Star } from 'lucide-react'
import type { Place } from '../../buckets/addresses.ts'
import { useFavourites } from '../../buckets/favourites.ts'
import { isSamePlace } from '../../buckets/places-in.ts'
import { toggleStar } from '../../buckets/toggle-star.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tip } from '../../ui/tip.tsx'

/** Adds the open folder to the favourites, or removes it. */
export default function HeadStar({ place }: { place: Place }) {
  const t = useText()
  const { id } = useUser()
  const isStarred = useFavourites(id).some(each => isSamePlace(each, place))
  const label = t(isStarred ? 'files.unstar' : 'files.star')
  return (
    <Tip label={label}>
      <IconButton label={label} onClick={() => toggleStar(id, place)}>
        <chakra.span display="grid" color={isStarred ? 'fg.accent' : undefined}>
          <Star fill={isStarred ? 'currentColor' : 'none'} />
        </chakra.span>
      </IconButton>
    </Tip>
  )
}
