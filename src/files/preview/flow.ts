import { useActorRef } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { previewLimit, type Refusal } from '../../../domain/preview.ts'
import { actor } from '../../../machines/actor.ts'
import {
  type FileRead,
  type LinkGet,
  type PreviewFile,
  previewMachine,
} from '../../../machines/preview/machine.ts'
import { api } from '../../api/client.ts'
import { limitedBody } from '../../api/limited-body.ts'
import { result } from '../../api/result.ts'

async function getLink(file: LinkGet['input'], signal: AbortSignal): Promise<LinkGet['output']> {
  const outcome = await result(api.POST('/objects/get-download-url', { body: file, signal }))
  return outcome.ok ? { ok: true, url: outcome.data.url } : outcome
}

/** Reads a file of at most `previewLimit` bytes; stops reading a larger one. */
async function readFile({ url }: FileRead['input'], signal: AbortSignal): Promise<FileRead['output']> {
  try {
    const response = await fetch(url, { signal, referrerPolicy: 'no-referrer' })
    const { ok, status } = response
    if (status === 403) return { ok: false, code: 'EXPIRED' }
    if (!ok || !response.body) {
      return { ok: false, code: status === 404 ? 'OBJECT_NOT_FOUND' : 'STORAGE_UNAVAILABLE' }
    }
    const read = await limitedBody(response, previewLimit)
    return read ? { ok: true, bytes: await read.arrayBuffer() } : { ok: false, code: 'TOO_LARGE' }
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, code: 'NETWORK' }
    throw error
  }
}

export type PreviewFlow = ActorRefFrom<typeof previewMachine>

const machine = previewMachine.provide({ actors: { getLink: actor(getLink), readFile: actor(readFile) } })

/** The preview flow of `file`; shows the new file when it changes. */
export function usePreviewFlow(file: PreviewFile): PreviewFlow {
  const flow = useActorRef(machine, { input: { file } })
  const [first] = useState(flow)
  const { bucket, key, versionId } = file
  // biome-ignore lint/correctness/useExhaustiveDependencies: of `file` only what names it: its size may become known later
  useEffect(() => {
    const shown = first.getSnapshot().context.file
    if (shown.bucket !== bucket || shown.key !== key || shown.versionId !== versionId)
      first.send({ type: 'show', file })
  }, [first, bucket, key, versionId])
  return flow
}

export function usePreviewEvents(flow: PreviewFlow) {
  return useMemo(
    () => ({
      drawn: () => flow.send({ type: 'drawn' }),
      refused: (reason: Refusal) => flow.send({ type: 'refused', reason }),
      playing: () => flow.send({ type: 'playing' }),
      streamBroken: () => flow.send({ type: 'stream broken' }),
      retry: () => flow.send({ type: 'retry' }),
    }),
    [flow],
  )
}
