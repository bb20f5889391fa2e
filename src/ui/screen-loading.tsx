import { chakra } from '@chakra-ui/react'
import { useLayoutEffect } from 'react'
import { useText } from '../i18n/text.ts'

/** A thin moving line at the top while a screen loads; not shown for fast ones. */
export function ScreenLoading() {
  const t = useText()
  return (
    <chakra.div
      role="progressbar"
      aria-label={t('common.loading')}
      position="absolute"
      top="0"
      insetInline="0"
      h="2px"
      overflow="hidden"
      animation="appear 200ms ease-out 400ms backwards"
    >
      <chakra.div h="full" width="33%" bg="accent" animation="travel 1.4s ease-in-out infinite" />
    </chakra.div>
  )
}

/** Removes what index.html shows until there is a screen. Call in every possible first screen. */
export function useBootHidden(): void {
  useLayoutEffect(() => document.getElementById('boot')?.remove(), [])
}
