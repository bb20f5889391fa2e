import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { fileBrand } from '../../domain/brand-file.ts'
import { mayCall } from '../../domain/permissions.ts'
import { refresh } from '../api/query.ts'
import { GrowthChart } from '../buckets/page/overview/growth-chart.tsx'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { brand } from '../site/brand.ts'
import { RefreshButton } from '../ui/head-buttons.tsx'
import { BackLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Read } from '../ui/read.tsx'
import { Section } from '../ui/section.tsx'
import { AccountsSection } from './accounts-section.tsx'
import { CapacitySection } from './capacity-section.tsx'
import { LargestBuckets } from './largest-buckets.tsx'
import { RequestsSection } from './requests-section.tsx'
import { TrafficSection } from './traffic-section.tsx'
import {
  numbers,
  type Period,
  SubjectProvider,
  useAccount,
  useGrowth,
  useSubject,
  useSubjectName,
  useYears,
} from './use-dashboard.ts'
import { WorkersSection } from './workers-section.tsx'

/**
 * The size of an account, and its traffic and requests in a year or month. `account`: another's, for the super admin.
 */
export default function DashboardScreen({ account }: { account?: string }) {
  return (
    <SubjectProvider key={account} value={account}>
      {account === undefined ? <OwnDashboard /> : <AccountDashboard />}
    </SubjectProvider>
  )
}

function OwnDashboard() {
  const t = useText()
  return <Numbers title={t('dashboard.title')} lead={t('dashboard.lead')} />
}

function AccountDashboard() {
  const t = useText()
  const back = <BackLink to="/dashboard">{t('dashboard.toOwn')}</BackLink>
  const numbers = (title: string) => (
    <Numbers title={title} section={t('dashboard.title')} lead={t('dashboard.leadOf')} back={back} />
  )
  const account = t('dashboard.account')
  return (
    <Read
      of={useAccount()}
      failed="dashboard.accountFailed"
      skeleton={numbers(account)}
      frame={failure => (
        <Page title={account} back={back}>
          {failure}
        </Page>
      )}
    >
      {({ name }) => numbers(name)}
    </Read>
  )
}

function Numbers(page: Pick<ComponentProps<typeof Page>, 'title' | 'section' | 'lead' | 'back'>) {
  const client = useQueryClient()
  const user = useUser()
  const own = useSubject() === undefined
  const years = useYears()
  const [chosen, setChosen] = useState<Period | null>(null)
  const newest = years.data?.years.at(-1)
  const period = chosen ?? (newest === undefined ? null : { year: newest, month: null, bucket: null })
  return (
    <Page {...page} actions={<RefreshButton onRefresh={() => refresh(client, numbers)} />}>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        gap={{ base: '4', sm: '6' }}
        css={{ '& > :empty': { display: 'none' }, '& > :empty + div': { gridColumn: '1 / -1' } }}
      >
        <Whole>
          <CapacitySection />
        </Whole>
        <Half>
          <GrowthSection />
        </Half>
        <Half>
          <LargestBuckets />
        </Half>
        <Whole>
          <TrafficSection years={years} period={period} onPeriod={setChosen} />
          {period && <RequestsSection period={period} />}
          {own && mayCall(user, 'summarizeAccounts') && <AccountsSection period={period} />}
          {own && mayCall(user, 'listWorkers') && <WorkersSection />}
        </Whole>
      </chakra.div>
    </Page>
  )
}

/** Sections as wide as the page. */
const Whole = chakra('div', {
  base: { gridColumn: '1 / -1', minW: '0', display: 'flex', flexDirection: 'column', gap: 'inherit' },
})

/** A section as high as that beside it; it may be missing. */
const Half = chakra('div', { base: { minW: '0', '& > *': { h: 'full' } } })

/** The size of the account by day, and when its quota will be full if the trend continues; nothing before the second day. */
function GrowthSection() {
  const t = useText()
  const format = useFormats()
  const growth = useGrowth()
  const account = useSubjectName()
  if (growth.data && growth.data.samples.length < 2) return null
  return (
    <Section title={t('dashboard.growth')}>
      <Read of={growth} failed="dashboard.growthFailed">
        {({ samples, full_on }) => (
          <>
            {full_on !== null && (
              <p>{t('dashboard.fullOn', { day: format.date(Date.parse(`${full_on}T12:00`) / 1000) })}</p>
            )}
            <GrowthChart
              samples={samples}
              caption={t('dashboard.growthByDay')}
              image={{
                label: t('dashboard.picture'),
                file: `${fileBrand(brand.name)}-growth.png`,
                about: [account, samples[0]!.day, samples.at(-1)!.day].join(' · '),
                title: t('dashboard.growthByDay'),
              }}
            />
          </>
        )}
      </Read>
    </Section>
  )
}
