import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { selectionMachine } from '../../../machines/selection/machine.ts'
import { prune, type SelectionChange } from '../../../machines/selection/rules.ts'
import { selectSelectingAll, selectSelection } from '../../../machines/selection/selectors.ts'
import type { SubUser } from '../../../openapi/schema.ts'
import { showToast } from '../../shell/toast.ts'
import { useShortcut } from '../../ui/shortcuts.ts'
import type { SubUserList, useSubUsers } from './sub-users.ts'

const selectionFlow = selectionMachine.provide({
  actions: { 'tell cut': () => showToast('many.cut', { severity: 'info' }) },
})

const nobody: readonly SubUser[] = []

/** The selected sub-users of a list, which another search or filter forgets. */
export function useSelection(list: SubUserList, query: ReturnType<typeof useSubUsers>) {
  const flow = useActorRef(selectionFlow)
  const selectingAll = useSelector(flow, selectSelectingAll)
  const stored = useSelector(flow, selectSelection)
  const { data, hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData, fetchNextPage } = query
  const users = data?.users ?? nobody
  const order = useMemo(() => users.map(({ id }) => id), [users])
  const keys = useMemo(() => prune(stored, order).keys, [stored, order])
  const selected = useMemo(
    () => (keys.size === 0 ? nobody : users.filter(({ id }) => keys.has(id))),
    [users, keys],
  )
  const isCut = isFetchNextPageError && !isFetching
  useEffect(() => {
    if (!selectingAll || isPlaceholderData) return
    if (!hasNextPage || isCut) flow.send({ type: 'rows loaded', complete: !hasNextPage, order })
    else if (!isFetching) void fetchNextPage()
  }, [flow, selectingAll, isPlaceholderData, hasNextPage, isCut, isFetching, fetchNextPage, order])

  const { sort: _, order: __, ...filters } = list
  const narrowedTo = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter shows other people
  useEffect(() => flow.send({ type: 'folder opened' }), [flow, narrowedTo])

  const change = (change: SelectionChange) => flow.send({ type: 'change', change, order })
  const clear = () => change({ type: 'none' })
  const some = selected.length > 0 || selectingAll
  useShortcut('page', 'clear', some ? clear : null)
  return {
    selected,
    keys,
    /** How many are read so far while "select all" loads the rest; else null. */
    reading: selectingAll ? users.length : null,
    /** The checkbox of a row; with Shift it selects a range. */
    choose: (user: SubUser, shiftKey: boolean) =>
      change(shiftKey ? { type: 'range', key: user.id, add: true } : { type: 'toggle', key: user.id }),
    chooseAll() {
      // A page that failed is asked for once more.
      if (isCut) void fetchNextPage()
      flow.send({ type: 'select all', loaded: !hasNextPage, order })
    },
    clear,
  }
}

export type SubUserSelection = ReturnType<typeof useSelection>
