import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { FailureState } from './failure-state.tsx'
import { useShown } from './use-shown.ts'

/** What stands in place of a screen whose program did not come. A reload helps where a newer version has replaced it. */
export function NotLoaded({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  useShown()
  const t = useText()
  return (
    <chakra.div minH="70dvh" display="grid" placeItems="center">
      <FailureState
        level={1}
        title={t('app.notLoaded')}
        failure={{ ok: false, code: 'NETWORK' }}
        busy={busy}
        onRetry={onRetry}
        action={<Button onClick={() => location.reload()}>{t('common.reload')}</Button>}
      />
    </chakra.div>
  )
}
