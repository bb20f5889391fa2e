import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { createActor } from 'xstate'
import { actor } from '../../../machines/actor.ts'
import {
  type BatchRestore,
  type RestoreCounts,
  restoreMachine,
  selectBusy,
} from '../../../machines/restore/machine.ts'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/query.ts'
import { result } from '../../api/result.ts'
import { queryClient } from '../../session/query-client.ts'
import { storageChanged } from '../../session/sizes.ts'
import { showFailure } from '../../shell/show-failure.ts'
import { showToast } from '../../shell/toast.ts'
import { refetchFolders } from '../list/use-listing.ts'

async function restoreBatch({ bucket, keys }: BatchRestore['input']): Promise<BatchRestore['output']> {
  const outcome = await result(api.PUT('/objects/deleted/restore', { body: { bucket, keys: [...keys] } }))
  if (!outcome.ok) return outcome
  const { restored, failed } = outcome.data
  return { ok: true, restored: restored.length, failed: failed.length }
}

async function refreshLists({ bucket }: { bucket: string }): Promise<void> {
  const deleted = refresh(queryClient, ['/objects/deleted'], { bucket })
  await Promise.all([deleted, refetchFolders(queryClient, bucket)])
}

function tellCounts({ restored, failed }: RestoreCounts): void {
  if (failed > 0) showToast('deleted.notRestored', { values: { count: failed }, severity: 'error' })
  else if (restored > 0) showToast('deleted.restored', { values: { count: restored } })
}

/**
 * Restores deleted files. It continues after the screen is left, until every chosen file was sent. The `onEnd` of the first
 * render is called at each end.
 */
export function useRestore(
  onEnd: () => void,
): [busy: boolean, restore: (bucket: string, keys: readonly string[]) => void] {
  const [flow] = useState(() =>
    createActor(
      restoreMachine.provide({
        actors: { restoreBatch: actor(restoreBatch), refreshLists: actor(refreshLists) },
        actions: {
          'show failure': (_, outcome) => {
            if (!outcome.ok) showFailure(outcome)
          },
          'tell storage changed': storageChanged,
          'tell counts': (_, counts) => tellCounts(counts),
          'clear selection': onEnd,
        },
      }),
    ).start(),
  )
  const busy = useSelector(flow, selectBusy)
  return [busy, (bucket, keys) => flow.send({ type: 'restore', bucket, keys })]
}
