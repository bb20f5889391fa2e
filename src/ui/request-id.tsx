import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'

/** The id that finds a request in the server's log, small and easy to select; nothing without one. */
export function RequestId({ id }: { id: string | null | undefined }) {
  const t = useText()
  if (!id) return null
  return (
    <chakra.p textStyle="caption" color="fg.subtle" fontFamily="mono" mt="2" userSelect="all">
      {t('common.requestId', { id })}
    </chakra.p>
  )
}
