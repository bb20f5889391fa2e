import { chakra } from '@chakra-ui/react'
import { CalendarClock, HardDrive } from 'lucide-react'
import { useId } from 'react'
import type { Alert } from '../../openapi/schema.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Read } from '../ui/read.tsx'
import { useAlerts } from './use-groups.ts'

const icons = { quota: HardDrive, expiry: CalendarClock }

/** The alerts that the groups received, the newest first. */
export function Alerts() {
  const t = useText()
  const id = useId()
  return (
    <chakra.div mt="6" pt="5" borderTopWidth="1px">
      <chakra.h3 id={id} textStyle="label" mb="3">
        {t('alerts.title')}
      </chakra.h3>
      <Read of={useAlerts()} failed="alerts.failed" skeleton={null}>
        {alerts =>
          alerts.length > 0 ? (
            <chakra.ul
              aria-labelledby={id}
              listStyleType="none"
              display="flex"
              flexDirection="column"
              gap="3"
              maxH="320px"
              overflowY="auto"
              tabIndex={0}
            >
              {alerts.map(alert => (
                <AlertRow key={`${alert.kind} ${alert.threshold} ${alert.at}`} alert={alert} />
              ))}
            </chakra.ul>
          ) : (
            <chakra.p color="fg.muted">{t('alerts.empty')}</chakra.p>
          )
        }
      </Read>
    </chakra.div>
  )
}

function AlertRow({ alert }: { alert: Alert }) {
  const t = useText()
  const format = useFormats()
  const { kind, threshold, at, emails } = alert
  const Icon = icons[kind]
  const bytes = (value: number | null) => format.bytes(value ?? 0)
  return (
    <chakra.li
      display="flex"
      gap="3"
      _icon={{ boxSize: '18px', mt: '2px', flexShrink: '0', color: 'fg.muted' }}
    >
      <Icon aria-hidden="true" />
      <chakra.div minW="0">
        <p>
          {kind === 'quota'
            ? t('alerts.quota', { threshold, used: bytes(alert.used), total: bytes(alert.total) })
            : t('alerts.expiry', { days: threshold, date: format.date(alert.expire_date ?? 0) })}
        </p>
        <chakra.p textStyle="small" color="fg.muted" title={emails.join('\n')}>
          <chakra.span textStyle="figures">{format.dateTime(at)}</chakra.span>
          {' · '}
          {emails.length > 0 ? t('alerts.sentTo', { count: emails.length }) : t('alerts.sentToNobody')}
        </chakra.p>
      </chakra.div>
    </chakra.li>
  )
}
