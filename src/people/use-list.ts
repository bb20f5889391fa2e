import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import {
  addressOf,
  type Chosen,
  chosenIn,
  isNarrowed,
  sortedAs,
  sortingOf,
  unfiltered,
} from './list-address.ts'

/**
 * A list whose search, filters and sorting are in the address: a link shows the same rows, and Back the rows of before.
 * A search replaces the address, as it changes while typing.
 */
export function useList<const Of extends Parameters<typeof chosenIn>[0]>(choices: Of) {
  const [address, setAddress] = useSearchParams()
  const list = useMemo(() => chosenIn(choices, address), [choices, address])
  const set = (change: Partial<Chosen<Of>>) =>
    setAddress(addressOf({ ...list, ...change }), { replace: 'search' in change })
  return {
    list,
    set,
    narrowed: isNarrowed(list),
    clear: () => set(unfiltered(choices, list)),
    sorting: sortingOf(choices, list),
    onSorting: (sorting: Parameters<typeof sortedAs<Of['sort'][number]>>[1]) =>
      set(sortedAs(choices, sorting) as Partial<Chosen<Of>>),
  }
}
