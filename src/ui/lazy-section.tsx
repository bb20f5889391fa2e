import type { ComponentType } from 'react'
import { useText } from '../i18n/text.ts'
import { FailureState } from './failure.tsx'
import { chunk, type Lazy, type Load } from './lazy.tsx'

/** A section of a screen: `Waiting` while it loads, and a retry if it failed. */
export function lazySection<Props extends object>(load: Load<Props>, Waiting: ComponentType): Lazy<Props> {
  const { preload, useChunk } = chunk(load)
  function LazySection(props: Props) {
    const t = useText()
    const { Shown, lost, busy, ask } = useChunk()
    if (Shown) return <Shown {...props} />
    if (!lost) return <Waiting />
    return (
      <FailureState
        title={t('app.notLoaded')}
        failure={{ ok: false, code: 'NETWORK' }}
        busy={busy}
        onRetry={() => void ask()}
      />
    )
  }
  return Object.assign(LazySection, { preload })
}
