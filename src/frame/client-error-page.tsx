import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { addressOf } from '../site/base-path.ts'
import BrokenPage from '../ui/broken-page.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useBootHidden } from '../ui/screen-loading.tsx'

function goBack() {
  if (history.length > 1) history.back()
  else location.assign(addressOf('/'))
}

/** Replaces a view that has failed. */
export default function ClientErrorPage({ error }: { error: unknown }) {
  useBootHidden()
  const t = useText()
  return (
    <chakra.div role="alert" minH="calc(70dvh - var(--tray-room, 0px))" display="grid" placeItems="center">
      <EmptyState
        level={1}
        drawing={<BrokenPage />}
        title={t('app.clientError.title')}
        lead={
          <>
            <p>{t('app.clientError.lead')}</p>
            <chakra.p mt="2">{t('app.clientError.advice')}</chakra.p>
            <chakra.details mt="4" textStyle="caption" color="fg.subtle">
              <chakra.summary cursor="pointer">{t('app.clientError.details')}</chakra.summary>
              <chakra.code display="block" mt="2" fontFamily="mono" overflowWrap="anywhere">
                {String(error)}
              </chakra.code>
            </chakra.details>
          </>
        }
        action={
          <>
            <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
            <Button variant="main" onClick={goBack}>
              {t('common.back')}
            </Button>
          </>
        }
      />
    </chakra.div>
  )
}
