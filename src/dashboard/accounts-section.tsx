import { chakra } from '@chakra-ui/react'
import { serverSeconds } from '../api/server-clock.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Anchor } from '../ui/anchor.tsx'
import { DownloadLink } from '../ui/head-buttons.tsx'
import { Read } from '../ui/read.tsx'
import { Section } from '../ui/section.tsx'
import { Cell, HeadCell, Row, Table } from '../ui/table.tsx'
import { csvAddress } from './periods.ts'
import { type Period, useAllAccounts } from './use-dashboard.ts'

/** For the super admin: the size of all accounts, the largest ones, and everything as a file. */
export function AccountsSection({ period }: { period: Period | null }) {
  const t = useText()
  const format = useFormats()
  const all = useAllAccounts()
  const shown = period ?? { year: new Date(serverSeconds() * 1000).getUTCFullYear(), month: null }
  return (
    <Section
      title={t('dashboard.accounts')}
      action={<DownloadLink href={csvAddress(shown, { accounts: 'all' })} label={t('dashboard.csvOfAll')} />}
    >
      <Read of={all} failed="dashboard.accountsFailed">
        {({ accounts, size, objects, largest }) => (
          <>
            <chakra.p mb="3">
              {size === null || objects === null
                ? t('dashboard.ofAllUnmeasured', { accounts })
                : t('dashboard.ofAll', {
                    accounts,
                    size: format.bytes(size),
                    files: t('buckets.objectCount', { count: objects }),
                  })}
            </chakra.p>
            <chakra.div role="region" aria-label={t('dashboard.accounts')} tabIndex={0} overflowX="auto">
              <Table tableLayout="auto">
                <thead>
                  <Row>
                    <HeadCell scope="col">{t('dashboard.account')}</HeadCell>
                    <HeadCell scope="col" figures>
                      {t('dashboard.used')}
                    </HeadCell>
                    <HeadCell scope="col" figures>
                      {t('dashboard.total')}
                    </HeadCell>
                  </Row>
                </thead>
                <tbody>
                  {largest.map(({ id, name, size, quota }) => (
                    <Row key={id}>
                      <Cell>
                        <Anchor
                          href={`/dashboard/account/${id}`}
                          color="fg.accent"
                          _hover={{ textDecoration: 'underline' }}
                        >
                          {name}
                        </Anchor>
                      </Cell>
                      <Cell figures>{size === null ? t('dashboard.notMeasured') : format.bytes(size)}</Cell>
                      <Cell figures>{quota === null ? t('dashboard.unlimited') : format.bytes(quota)}</Cell>
                    </Row>
                  ))}
                </tbody>
              </Table>
            </chakra.div>
            <chakra.p textStyle="small" color="fg.muted" mt="3">
              {accounts > largest.length && `${t('dashboard.accountsMeasured')} `}
              <Anchor href="/users" color="fg.accent" fontWeight="medium">
                {t('dashboard.toAccounts')}
              </Anchor>
            </chakra.p>
          </>
        )}
      </Read>
    </Section>
  )
}
