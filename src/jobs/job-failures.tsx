import { chakra } from '@chakra-ui/react'
import type { JobFailure, JobKind } from '../../openapi/schema.ts'
import { errorText } from '../i18n/error-text.ts'
import { type Formats, useFormats } from '../i18n/formats.ts'
import { type Text, useText } from '../i18n/text.ts'
import { MiddleName } from '../ui/middle-name.tsx'

/** Maximum rows in a card. */
const maxRows = 100

type Props = { kind: JobKind; failures: readonly JobFailure[]; count: number }

/** The failures of a job; `count`: in total. */
export function JobFailures({ kind, failures, count }: Props) {
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
            {reasonOf(t, format, kind, failure)}
          </chakra.li>
        ))}
      </ul>
      {count > shown.length && (
        <chakra.p py="1.5">{t('jobs.moreFailures', { count: count - shown.length })}</chakra.p>
      )}
    </chakra.div>
  )
}

const undoCodes = ['OBJECT_CHANGED', 'OBJECT_NOT_FOUND', 'TARGET_EXISTS'] as const

function reasonOf(t: Text, format: Formats, kind: JobKind, { code, lock, until }: JobFailure): string {
  const undone = kind === 'undo' ? undoCodes.find(each => each === code) : undefined
  if (undone) return t(`jobs.undo.${undone}`)
  if (code === 'TARGET_INSIDE_SOURCE') return t('jobs.targetMoves')
  if (lock === null) return errorText(t, { code })
  return t(`jobs.lock.${lock}`, { until: until === null ? '' : format.dateTime(until) })
}
