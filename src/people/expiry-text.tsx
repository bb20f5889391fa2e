import { chakra } from '@chakra-ui/react'
import { expiryOf } from '../../domain/expiry.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Chip } from './chip.tsx'

/** The day that access ends, FOREVER where it does not; marked where it is over. `at` in unix seconds. */
export function ExpiryText({ at }: { at: number }) {
  const t = useText()
  const format = useFormats()
  const expiry = expiryOf(at, Date.now() / 1000)
  if (expiry.kind === 'forever') return <span>{t('shell.forever')}</span>
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="0.5">
      <chakra.span textStyle="figures" whiteSpace="nowrap">
        {format.isoDate(at)}
      </chakra.span>
      {expiry.kind === 'over' && <Chip tone="danger">{t('people.expired')}</Chip>}
    </chakra.span>
  )
}
