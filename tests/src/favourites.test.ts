// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { favouritesMaximum, toggleFavourite, useFavourites } from '../../src/buckets/favourites.ts'
import { forgetPlaces } from '../../src/buckets/recent-places.ts'

const favouritesOf = (user: string) => renderHook(() => useFavourites(user)).result.current
const folder = (prefix: string) => ({ bucket: 'phim', prefix })

test('favourites are kept for each user, in their order, also after signing out, up to a number', () => {
  for (const name of 'abca') expect(toggleFavourite('u', folder(`${name}/`))).toBe(true)
  expect(favouritesOf('u')).toEqual([folder('b/'), folder('c/')])
  expect(favouritesOf('other')).toEqual([])
  forgetPlaces()
  const more = Array.from({ length: favouritesMaximum - 1 }, (_, at) =>
    toggleFavourite('u', folder(`${at}/`)),
  )
  expect(more.filter(isAdded => !isAdded).length).toBe(1)
  expect(favouritesOf('u').length).toBe(favouritesMaximum)
  expect(toggleFavourite('u', folder('b/'))).toBe(true)
  expect(favouritesOf('u')[0]).toEqual(folder('c/'))
})
