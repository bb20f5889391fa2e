import { keptForUser } from '../site/kept-for-user.ts'

/** `favourites.ts` reads them. */
export const keptFavourites = keptForUser('favourites')
