import { chakra } from '@chakra-ui/react'
import { ShieldCheck } from 'lucide-react'
import { useText } from '../i18n/text.ts'

/** A shield: two-step verification is on. */
export function TwoStepMark() {
  const t = useText()
  return (
    <chakra.span
      role="img"
      aria-label={t('people.twoStep')}
      title={t('people.twoStep')}
      color="fg.success"
      flexShrink="0"
      _icon={{ boxSize: '16px' }}
    >
      <ShieldCheck aria-hidden="true" />
    </chakra.span>
  )
}
