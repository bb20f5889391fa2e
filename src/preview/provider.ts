import { useActorRef } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { type PreviewFile, previewMachine } from '../../machines/preview/machine.ts'
import { getLink, readFile } from './actors.ts'

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
