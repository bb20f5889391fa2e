import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { CorsRule } from '../../../../domain/cors-rules.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'

export function RuleFacts({ rule }: { rule: CorsRule }) {
  const t = useText()
  const format = useFormats()
  const { origins, methods, allowed_headers, expose_headers, max_age_seconds } = rule
  return (
    <chakra.dl display="flex" flexDirection="column" gap={{ base: '2', sm: '1' }}>
      <Fact name={t('bucket.cors.origins')}>
        {origins.includes('*') ? t('bucket.cors.anyOrigin') : origins.join(', ')}
      </Fact>
      <Fact name={t('bucket.cors.methods')}>
        {methods.map(method => t(`bucket.cors.method.${method}`)).join(', ')}
      </Fact>
      <Fact name={t('bucket.cors.allowedHeaders')}>
        {allowed_headers.includes('*')
          ? t('bucket.cors.anyHeader')
          : allowed_headers.join(', ') || t('bucket.cors.plainHeaders')}
      </Fact>
      <Fact name={t('bucket.cors.exposeHeaders')}>
        {expose_headers.join(', ') || t('bucket.cors.plainHeaders')}
      </Fact>
      <Fact name={t('bucket.cors.age')}>
        {max_age_seconds === null
          ? t('bucket.cors.browserAge')
          : t('bucket.cors.seconds', { count: max_age_seconds, seconds: format.number(max_age_seconds) })}
      </Fact>
    </chakra.dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: '176px minmax(0, 1fr)' }}
      columnGap="4"
    >
      <chakra.dt color="fg.muted">{name}</chakra.dt>
      <chakra.dd overflowWrap="anywhere" minW="0">
        {children}
      </chakra.dd>
    </chakra.div>
  )
}
