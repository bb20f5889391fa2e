import { chakra } from '@chakra-ui/react'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Read } from '../ui/read.tsx'
import { Section } from '../ui/section.tsx'
import { Cell, HeadCell, Row, Table } from '../ui/table.tsx'
import { useWorkers } from './use-dashboard.ts'

/** For the super admin: the server's background work, its last runs and failures. */
export function WorkersSection() {
  const t = useText()
  const format = useFormats()
  const workers = useWorkers()
  return (
    <Section title={t('dashboard.workers')}>
      <Read of={workers} failed="dashboard.workersFailed">
        {workers => (
          <>
            <chakra.p mb="3">{t('dashboard.workersLead')}</chakra.p>
            <chakra.div role="region" aria-label={t('dashboard.workers')} tabIndex={0} overflowX="auto">
              <Table tableLayout="auto">
                <thead>
                  <Row>
                    <HeadCell scope="col">{t('dashboard.worker')}</HeadCell>
                    <HeadCell scope="col">{t('dashboard.lastRun')}</HeadCell>
                    <HeadCell scope="col">{t('dashboard.workerState')}</HeadCell>
                  </Row>
                </thead>
                <tbody>
                  {workers.map(({ name, running, failures, last_run, lag }) => (
                    <Row key={name}>
                      <Cell minW="44">{t(`dashboard.worker.${name}`)}</Cell>
                      <Cell whiteSpace="nowrap">
                        {last_run === null ? t('dashboard.neverRun') : format.dateTime(last_run)}
                      </Cell>
                      <Cell {...(failures > 0 && { color: 'fg.danger' })}>
                        {failures > 0
                          ? t('dashboard.workerFails', { count: failures })
                          : lag > 0
                            ? t('dashboard.workerLate', { seconds: lag })
                            : t(running ? 'dashboard.workerRuns' : 'dashboard.workerGood')}
                      </Cell>
                    </Row>
                  ))}
                </tbody>
              </Table>
            </chakra.div>
          </>
        )}
      </Read>
    </Section>
  )
}
