import { mayCall } from '../../domain/permissions.ts'
import { menuOf, type Route } from '../../domain/roles.ts'
import { languages, locales } from '../../languages/languages.ts'
import { selectLocale, selectTheme } from '../../machines/appearance/machine.ts'
import type { Found } from '../../machines/finder/types.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { bucketPageAddress, type Place, readAddress } from '../buckets/addresses.ts'
import { isFavourite } from '../buckets/favourites.ts'
import { recentPlaces } from '../buckets/recent-places.ts'
import { sectionsFor } from '../buckets/sections.ts'
import { toggleStar } from '../buckets/toggle-star.ts'
import { settingSections } from '../events/addresses.ts'
import { searchAddress } from '../files/addresses.ts'
import type { MessageId } from '../i18n/messages.ts'
import type { Text } from '../i18n/text.ts'
import { managementSections } from '../people/management-sections.ts'
import { securitySections } from '../security/sections.ts'
import { appearance, chooseLocale, toggleTheme } from '../shell/appearance.ts'
import { type Offer, offersNow } from '../shell/offers.ts'
import { line, lineOf } from './lines.ts'

/** What is found without asking, and what its acts do. */
export type Known = { known: readonly Found[]; acts: ReadonlyMap<string, Offer> }

const page = (address: string, name: string): Found => ({
  ...{ kind: 'page', id: `page ${address}`, name, detail: '', address, path: '' },
})

/**
 * What the field has at `path`, a raw path of the console: where the user was last, what the page and the console can do, and the
 * pages. All of it is open to this person.
 */
export function knownAt(path: string, user: CurrentUser, t: Text): Known {
  const here = readAddress(path)
  const isHere = ({ bucket, prefix }: Place) => bucket === here?.bucket && prefix === here.prefix
  const places = recentPlaces(user.id)
    .filter(place => !isHere(place))
    .map(({ bucket, prefix }) => lineOf(user, bucket, prefix, 'place'))
  const offers = offersNow()
  const always = [...(here ? [starOffer(here, user, t)] : []), ...consoleOffers(t)]
  return {
    known: [
      ...places,
      ...offers.map(actOf),
      ...bucketPages(here?.bucket, user, t),
      ...pagesOf(user, t),
      ...always.map(actOf),
      ...(mayCall(user, 'searchObjects')
        ? [line('search', 'search', '', { address: searchAddress('', '') })]
        : []),
    ],
    acts: new Map([...offers, ...always].map(each => [actOf(each).id, each])),
  }
}

const actOf = ({ id, label, keys = '' }: Offer): Found => ({
  ...{ kind: 'act', id: `act ${id}`, name: label, detail: keys, address: '', path: '' },
})

const sections: Partial<Record<Route, readonly { address: string; label: MessageId }[]>> = {
  '/security': securitySections,
  '/user-management/sub-user': managementSections,
  '/setting': settingSections,
}

function pagesOf(user: CurrentUser, t: Text): Found[] {
  return menuOf(user).flatMap(route => {
    const name = t(`shell.menu.${route as '/bucket-management'}`)
    const within = sections[route]
    return within
      ? within.map(({ address, label }) => page(address, `${name}: ${t(label)}`))
      : [page(route, name)]
  })
}

function bucketPages(bucket: string | undefined, user: CurrentUser, t: Text): Found[] {
  if (bucket === undefined) return []
  return sectionsFor(user).map(({ tab, text }) =>
    page(bucketPageAddress(bucket, tab), t('finder.inBucket', { bucket, section: t(text) })),
  )
}

function starOffer(place: Place, { id }: CurrentUser, t: Text): Offer {
  const label = t(isFavourite(id, place) ? 'files.unstar' : 'files.star')
  return { id: 'star', label, run: () => toggleStar(id, place) }
}

/** What the console can do on every page. */
function consoleOffers(t: Text): Offer[] {
  const now = appearance.getSnapshot()
  const theme = t(selectTheme(now) === 'dark' ? 'app.toLight' : 'app.toDark')
  const others = locales.filter(each => each !== selectLocale(now))
  return [
    { id: 'theme', label: theme, run: toggleTheme },
    ...others.map(locale => ({
      id: `language ${locale}`,
      label: t('finder.inLanguage', { language: languages[locale].name }),
      run: () => chooseLocale(locale),
    })),
  ]
}
