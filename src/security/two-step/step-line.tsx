import { chakra } from '@chakra-ui/react'
import type { Ref } from 'react'
import { useText } from '../../i18n/text.ts'

/** The step number within turning two-step verification on. */
export function StepLine({ step, ref }: { step: 1 | 2 | 3; ref?: Ref<HTMLParagraphElement> }) {
  const t = useText()
  return (
    <chakra.p
      ref={ref}
      tabIndex={-1}
      outline="none"
      textStyle="small"
      fontWeight="medium"
      color="fg.accent"
      mb="1"
    >
      {t('security.step', { step })}
    </chakra.p>
  )
}
