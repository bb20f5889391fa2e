import { chakra } from '@chakra-ui/react'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { useStorageKind } from '../session/storage-kind.ts'
import { Read } from '../ui/read.tsx'
import { Section } from '../ui/section.tsx'
import { Cell, HeadCell, Row, Table } from '../ui/table.tsx'
import { type Period, useRequests } from './use-dashboard.ts'

/** Why what the console read is among the other requests. */
const among = {
  embedded: 'dashboard.consoleAmong',
  rgw: 'dashboard.consoleAmongRgw',
  s3: 'dashboard.consoleAmong',
} as const

/** Requests in a year or month by kind and outcome, and what the console read for itself if the storage knows that. */
export function RequestsSection({ period }: { period: Period }) {
  const t = useText()
  const format = useFormats()
  const requests = useRequests(period)
  const storage = useStorageKind()
  const reported = requests.data?.kinds.every(({ client_error }) => client_error !== null) ?? true
  return (
    <Section title={t('dashboard.requests')}>
      <Read of={requests} failed="dashboard.trafficFailed">
        {data => (
          <>
            <chakra.div role="region" aria-label={t('dashboard.requests')} tabIndex={0} overflowX="auto">
              <Table
                tableLayout="auto"
                css={{ '& :is(td, th)': { px: { base: '1.5', sm: '3' } }, '& th': { whiteSpace: 'normal' } }}
              >
                <thead>
                  <Row>
                    <HeadCell scope="col">{t('dashboard.kind')}</HeadCell>
                    <HeadCell scope="col" figures>
                      {t('dashboard.good')}
                    </HeadCell>
                    {reported && (
                      <>
                        <HeadCell scope="col" figures>
                          {t('dashboard.clientError')}
                        </HeadCell>
                        <HeadCell scope="col" figures>
                          {t('dashboard.serverError')}
                        </HeadCell>
                      </>
                    )}
                  </Row>
                </thead>
                <tbody>
                  {[
                    ...data.kinds,
                    ...(data.console ? [{ kind: 'console' as const, ...data.console }] : []),
                  ].map(({ kind, good, client_error, server_error }) => (
                    <Row key={kind} color={kind === 'console' ? 'fg.muted' : undefined}>
                      <Cell whiteSpace="nowrap">{t(`dashboard.kind.${kind}`)}</Cell>
                      <Cell figures>{format.number(good)}</Cell>
                      {reported && (
                        <>
                          <Cell figures>{format.number(client_error ?? 0)}</Cell>
                          <Cell figures>{format.number(server_error ?? 0)}</Cell>
                        </>
                      )}
                    </Row>
                  ))}
                </tbody>
              </Table>
            </chakra.div>
            <chakra.div display="grid" gap="1" textStyle="small" color="fg.muted" mt="3" textWrap="pretty">
              {reported && <p>{t('dashboard.errorsMean')}</p>}
              {data.refused > 0 && (
                <p>{t(reported ? 'dashboard.refused' : 'dashboard.failed', { count: data.refused })}</p>
              )}
              <p>{t(data.console ? 'dashboard.consoleApart' : among[storage ?? 'embedded'])}</p>
            </chakra.div>
          </>
        )}
      </Read>
    </Section>
  )
}
