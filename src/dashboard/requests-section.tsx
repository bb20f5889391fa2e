import { chakra } from '@chakra-ui/react'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Section } from '../ui/section.tsx'
import { Cell, HeadCell, Row, Table } from '../ui/table.tsx'
import { Read } from './read.tsx'
import { type Period, useRequests } from './use-dashboard.ts'

/** Requests in a year or month by kind and outcome. */
export function RequestsSection({ period }: { period: Period }) {
  const t = useText()
  const format = useFormats()
  const requests = useRequests(period)
  const told = requests.data?.kinds.every(({ client_error }) => client_error !== null) ?? true
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
                    {told && (
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
                  {data.kinds.map(({ kind, good, client_error, server_error }) => (
                    <Row key={kind}>
                      <Cell whiteSpace="nowrap">{t(`dashboard.kind.${kind}`)}</Cell>
                      <Cell figures>{format.number(good)}</Cell>
                      {told && (
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
            {data.refused > 0 && (
              <chakra.p textStyle="small" color="fg.muted" mt="3" textWrap="pretty">
                {t(told ? 'dashboard.refused' : 'dashboard.failed', { count: data.refused })}
              </chakra.p>
            )}
          </>
        )}
      </Read>
    </Section>
  )
}
