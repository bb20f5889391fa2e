import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { useText } from '../../i18n/text.ts'

/** The value that another user saved meanwhile, beside the user's own. */
export function BothValues({ theirs, yours }: { theirs: ReactNode; yours: ReactNode }) {
  const t = useText()
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
      gap="4"
    >
      <Side title={t('bucket.conflict.theirs')}>{theirs}</Side>
      <Side title={t('bucket.conflict.yours')}>{yours}</Side>
    </chakra.div>
  )
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <chakra.section aria-labelledby={id} borderWidth="1px" borderRadius="lg" p="4" minW="0">
      <chakra.h3 id={id} textStyle="small" fontWeight="medium" color="fg.muted" mb="2">
        {title}
      </chakra.h3>
      <chakra.div overflowX="auto">{children}</chakra.div>
    </chakra.section>
  )
}
