import { useEffect, useEffectEvent } from 'react'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

/** Reports the result of a dialog's flow when it ends. */
export function useFlowEnd<Flow extends AnyActorRef, Result>(
  flow: Flow,
  select: (snapshot: SnapshotFrom<Flow>) => Result,
  onEnd: (result: Result) => void,
): void {
  const end = useEffectEvent(() => onEnd(select(flow.getSnapshot())))
  useEffect(() => {
    const subscription = flow.subscribe({ complete: () => end() })
    return () => subscription.unsubscribe()
  }, [flow])
}
