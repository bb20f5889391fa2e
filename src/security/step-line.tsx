import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'

/** Which of the three steps of switching on this is. */
export function StepLine({ step }: { step: 1 | 2 | 3 }) {
  const t = useText()
  return (
    <chakra.p textStyle="small" fontWeight="medium" color="fg.accent" mb="1">
      {t('security.step', { step })}
    </chakra.p>
  )
}
