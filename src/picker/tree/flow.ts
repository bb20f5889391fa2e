import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../../machines/actor.ts'
import { folderTreeMachine } from '../../../machines/folder-tree/machine.ts'
import type { FolderTreeInput, SubfolderRead } from '../../../machines/folder-tree/types.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { readFolder } from '../flow.ts'

async function readSubfolders(
  { bucket, prefix, search }: SubfolderRead['input'],
  signal: AbortSignal,
): Promise<SubfolderRead['output']> {
  if (bucket === null) {
    const outcome = await result(api.GET('/bucket', { signal }))
    if (!outcome.ok) return outcome
    return { ok: true, names: outcome.data.buckets.map(({ name }) => `${name}/`), complete: true }
  }
  const outcome = await readFolder({ bucket, prefix, search }, signal)
  if (!outcome.ok) return outcome
  const names = outcome.entries.flatMap(({ name }) => (name.endsWith('/') ? [name] : []))
  return { ok: true, names, complete: outcome.complete }
}

export type FolderTreeFlow = ActorRefFrom<typeof folderTreeMachine>

const machine = folderTreeMachine.provide({ actors: { readSubfolders: actor(readSubfolders) } })

export function useFolderTree(input: FolderTreeInput): FolderTreeFlow {
  return useActorRef(machine, { input })
}

export function useFolderTreeEvents(flow: FolderTreeFlow) {
  return useMemo(
    () => ({
      open: (path: string) => flow.send({ type: 'open', path }),
      close: (path: string) => flow.send({ type: 'close', path }),
      choose: (path: string) => flow.send({ type: 'choose', path }),
      type: (path: string) => flow.send({ type: 'type', path }),
      retry: (path: string) => flow.send({ type: 'retry', path }),
      created: (path: string) => flow.send({ type: 'folder created', path }),
    }),
    [flow],
  )
}
