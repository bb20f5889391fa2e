import { chakra } from '@chakra-ui/react'
import { Pencil, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type CorsRule, consoleOriginsIn } from '../../../../domain/cors-rules.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Tip } from '../../../ui/tip.tsx'

type Props = {
  number: number
  rule: CorsRule
  /** The console's own origins. */
  own: readonly string[]
  /** The fields of a rule that is being edited; null: read only. */
  fields?: ReactNode
  onEdit?: () => void
  onRemove?: () => void
}

/** One rule, read only or being edited. */
export function RuleCard({ number, rule, own, fields, onEdit, onRemove }: Props) {
  const t = useText()
  const id = useId()
  const shadowed = consoleOriginsIn(rule, own)
  const name = rule.id || t('bucket.cors.rule', { number })
  return (
    <chakra.li
      aria-labelledby={id}
      borderWidth="1px"
      borderRadius="lg"
      px={{ base: '4', sm: '5' }}
      py="4"
      display="flex"
      flexDirection="column"
      gap="3"
      minW="0"
    >
      <chakra.div display="flex" alignItems="center" gap="1" minH="8">
        <chakra.h3 id={id} fontWeight="medium" flex="1" minW="0" overflowWrap="anywhere">
          {name}
        </chakra.h3>
        {onEdit && !fields && (
          <Tip label={t('bucket.cors.edit')}>
            <IconButton size="sm" label={t('bucket.cors.editRule', { name })} onClick={onEdit}>
              <Pencil aria-hidden="true" />
            </IconButton>
          </Tip>
        )}
        {onRemove && (
          <Tip label={t('bucket.cors.remove')}>
            <IconButton size="sm" label={t('bucket.cors.removeRule', { name })} onClick={onRemove}>
              <X aria-hidden="true" />
            </IconButton>
          </Tip>
        )}
      </chakra.div>
      {fields || <RuleFacts rule={rule} />}
      {shadowed.length > 0 && (
        <Notice severity="warning">{t('bucket.cors.conflict', { origins: shadowed.join(', ') })}</Notice>
      )}
    </chakra.li>
  )
}

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
