import { chakra } from '@chakra-ui/react'
import type { JobFailure } from '../../openapi/schema.ts'
import { errorText } from '../i18n/error-text.ts'
import { type Formats, useFormats } from '../i18n/formats.ts'
import { type Text, useText } from '../i18n/text.ts'
import { MiddleName } from '../ui/middle-name.tsx'

/** Maximum rows in a card. */
const maxRows = 100

/** The failures of a job; `count`: in total. */
export function JobFailures({ failures, count }: { failures: readonly JobFailure[]; count: number }) {
  const t = useText()
  const format = useFormats()
  const shown = failures.slice(0, maxRows)
  return (
    <chakra.div
      tabIndex={0}
      role="region"
      aria-label={t('jobs.failures')}
      maxH="200px"
      overflowY="auto"
      mt="2"
      borderTopWidth="1px"
    >
      <ul>
        {shown.map(failure => (
          <chakra.li key={`${failure.key} ${failure.version_id}`} py="1.5" borderBottomWidth="1px">
            <chakra.div color="fg" display="flex" minW="0">
              <MiddleName name={failure.key} />
            </chakra.div>
            {reasonOf(t, format, failure)}
          </chakra.li>
        ))}
      </ul>
      {count > shown.length && (
        <chakra.p py="1.5">{t('jobs.moreFailures', { count: count - shown.length })}</chakra.p>
      )}
    </chakra.div>
  )
}

function reasonOf(t: Text, format: Formats, { code, lock, until }: JobFailure): string {
  if (code === 'TARGET_INSIDE_SOURCE') return t('jobs.targetMoves')
  if (lock === null) return errorText(t, { code })
  return t(`jobs.lock.${lock}`, { until: until === null ? '' : format.dateTime(until) })
}
