import { chakra } from '@chakra-ui/react'
import { markedText } from '../../domain/name-parts.ts'
import type { AuditEntry } from '../../openapi/schema.ts'
import { useFormats } from '../i18n/formats.ts'
import { useLanguage } from '../i18n/text.ts'
import { NameText } from '../ui/name-text.tsx'
import { Tip } from '../ui/tip.tsx'
import { acts } from './acts.ts'
import { detailText, deviceText } from './detail-text.ts'
import { whenOf } from './when.ts'

/** Grid columns of a row and of the head: what, who, from where, when. */
export const columns = 'minmax(0, 1.3fr) minmax(0, 1.4fr) minmax(0, 0.8fr) 112px'
/** Minimum width of rows, in px: narrower lists show cards. */
export const leastRow = 680

type Props = {
  entry: AuditEntry
  /** Unix seconds. */
  now: number
  card: boolean
  /** The account name if it must be shown; else empty. */
  account: string
}

/** One entry: a row, or a card in a narrow list. */
export function AuditRow({ entry, now, card, account }: Props) {
  const { text: t, locale } = useLanguage()
  const { tone, icon: Icon } = acts[entry.action]
  const target = entry.target === entry.user ? '' : entry.target
  const detail = detailText(t, useFormats(), entry)
  const device = deviceText(t, entry.device)
  const when = whenOf(entry.at, now, locale)
  const ago = when.fresh ? t('audit.justNow') : when.ago
  const what = (
    <chakra.div display="flex" gap="3" minW="0">
      <Badge data-tone={tone}>
        <Icon aria-hidden="true" />
      </Badge>
      <chakra.div minW="0" py={card ? '0' : '1.5'}>
        <chakra.p fontWeight="medium" overflowWrap="anywhere" color={tone === 'failure' ? 'fg.danger' : 'fg'}>
          {t(`audit.act.${entry.action}`)}
          {tone === 'failure' && <chakra.span srOnly>. {t('audit.failure')}</chakra.span>}
        </chakra.p>
        {target && (
          <Line>
            <NameText name={target} />
          </Line>
        )}
        {detail && (
          <Line color="fg.muted">
            <bdi>{markedText(detail)}</bdi>
          </Line>
        )}
        {card && (
          <>
            <Line mt="1">{entry.user || t('audit.nobody')}</Line>
            <Line color="fg.muted">{[account, entry.address, device].filter(Boolean).join(' · ')}</Line>
          </>
        )}
      </chakra.div>
    </chakra.div>
  )
  if (card) {
    return (
      <Card>
        {what}
        <chakra.p
          textStyle="small"
          fontFamily="figures"
          fontVariantNumeric="tabular-nums"
          color="fg.muted"
          mt="1"
          ps="12"
        >
          <time dateTime={iso(entry.at)} title={when.exact}>
            {[when.clock, ago].filter(Boolean).join(' · ')}
          </time>
        </chakra.p>
      </Card>
    )
  }
  return (
    <Row>
      {what}
      <chakra.div minW="0" py="1.5">
        <chakra.p overflowWrap="anywhere">{entry.user || t('audit.nobody')}</chakra.p>
        {account && <Line color="fg.muted">{account}</Line>}
      </chakra.div>
      <chakra.div minW="0" py="1.5">
        <chakra.p textStyle="figures" overflowWrap="anywhere">
          {entry.address}
        </chakra.p>
        <Line color="fg.muted">{device}</Line>
      </chakra.div>
      <chakra.div py="1.5" textAlign="end" textStyle="figures" color="fg.muted">
        <Tip label={when.exact}>
          <time dateTime={iso(entry.at)}>{ago ?? when.clock}</time>
        </Tip>
      </chakra.div>
    </Row>
  )
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: columns,
    columnGap: '5',
    px: '3',
    py: '2',
    borderBottomWidth: '1px',
    transition: 'background-color 100ms',
    _hover: { bg: 'bg.hover' },
  },
})

const Card = chakra('div', {
  base: { borderWidth: '1px', borderRadius: 'lg', bg: 'bg.panel', ps: '3', pe: '4', py: '3', mb: '2' },
})

const Line = chakra('p', { base: { textStyle: 'small', overflowWrap: 'anywhere' } })

const Badge = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    boxSize: '9',
    borderRadius: 'full',
    bg: 'bg.muted',
    color: 'fg.muted',
    _icon: { boxSize: '18px', strokeWidth: '1.75' },
    '&[data-tone=failure]': { bg: 'danger.subtle', color: 'fg.danger' },
    '&[data-tone=loss]': { bg: 'warning.subtle', color: 'fg.warning' },
  },
})
