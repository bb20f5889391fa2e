import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { pickerMachine } from '../../machines/picker/machine.ts'
import type { FolderRead, PickerInput } from '../../machines/picker/types.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'

/** Maximum names per folder; others are found by typing their prefix. */
const pageSize = 1000

/** Sorted like a folder in the file list: folders first, names in the order of the page's language. */
function byName(items: readonly ObjectItem[]): ObjectItem[] {
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true })
  return items.toSorted((a, b) =>
    a.type === b.type ? collator.compare(a.name, b.name) : a.type === 'folder' ? -1 : 1,
  )
}

export async function readFolder(
  { bucket, prefix, search }: FolderRead['input'],
  signal: AbortSignal,
): Promise<FolderRead['output']> {
  const query = { bucket, prefix, page_size: pageSize, ...(search && { search }) }
  const outcome = await result(api.GET('/objects/paginate', { params: { query }, signal }))
  if (!outcome.ok) return outcome
  const { next_token } = outcome.data
  // The path of the folder's own object is that of the folder.
  const items = outcome.data.items.filter(({ name }) => name !== '')
  const complete = next_token === null
  return { ok: true, entries: complete ? byName(items) : items, complete }
}

export type PickerFlow = ActorRefFrom<typeof pickerMachine>

const machine = pickerMachine.provide({ actors: { readFolder: actor(readFolder) } })

export function usePicker(input: PickerInput): PickerFlow {
  return useActorRef(machine, { input })
}

export function usePickerEvents(flow: PickerFlow) {
  return useMemo(
    () => ({
      open: () => flow.send({ type: 'open' }),
      close: () => flow.send({ type: 'close' }),
      type: (path: string) => flow.send({ type: 'type', path }),
      enter: (path: string) => flow.send({ type: 'enter', path }),
      choose: (path: string) => flow.send({ type: 'choose', path }),
      retry: () => flow.send({ type: 'retry' }),
    }),
    [flow],
  )
}
