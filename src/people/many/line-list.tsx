import { chakra } from '@chakra-ui/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import type { PlannedTerms } from '../../../openapi/schema.ts'
import { errorText, issueText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { Chip } from '../../ui/chip.tsx'
import { GroupMark } from '../group-mark.tsx'
import { ExpiryDay } from '../marks.tsx'
import { ScopeMark } from '../scope-mark.tsx'
import type { PlannedLine } from './use-planned-lines.ts'

const tones = {
  created: 'good',
  changed: 'warning',
  deleted: 'danger',
  unchanged: 'plain',
  refused: 'danger',
} as const

/** Why a line is refused; empty if it is not. */
export function useLineTexts(): (line: PlannedLine) => string[] {
  const t = useText()
  return ({ issues, planned }) => [
    ...issues.map(({ column, issue }) => `${t(`import.column.${column}`)}: ${issueText(t, issue)}`),
    ...(planned?.code ? [errorText(t, { code: planned.code })] : []),
  ]
}

const stateOf = ({ planned }: PlannedLine) => planned?.state ?? 'refused'

/** What becomes of each line; wrong and refused ones come first. Of thousands only visible ones are rendered. */
export function LineList({ lines }: { lines: readonly PlannedLine[] }) {
  const t = useText()
  const texts = useLineTexts()
  const sorted = useMemo(() => {
    const isRefused = (line: PlannedLine) => stateOf(line) === 'refused'
    return [...lines.filter(isRefused), ...lines.filter(line => !isRefused(line))]
  }, [lines])
  const list = useRef<HTMLUListElement>(null)
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => list.current,
    getItemKey: index => sorted[index]!.line,
    estimateSize: () => 60,
    overscan: 10,
    initialRect: { width: 0, height: 600 },
  })
  const items = virtualizer.getVirtualItems()
  return (
    <chakra.ul
      ref={list}
      aria-label={t('import.lines')}
      tabIndex={0}
      listStyleType="none"
      maxH="50dvh"
      overflowY="auto"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      style={{
        paddingTop: items[0]?.start ?? 0,
        paddingBottom: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
      }}
    >
      {items.flatMap(({ index }) => {
        const line = sorted[index]
        if (!line) return []
        const { planned, cells } = line
        const state = stateOf(line)
        return (
          <chakra.li
            key={line.line}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={sorted.length}
            display="grid"
            gridTemplateColumns={{
              base: 'minmax(0, 1fr) auto',
              sm: '40px minmax(0, 1fr) minmax(0, 1.3fr) 96px',
            }}
            columnGap="3"
            rowGap="1"
            alignItems="start"
            px="3"
            py="2"
            borderBottomWidth="1px"
            borderColor="line"
          >
            <chakra.span textStyle="figures" color="fg.muted" gridColumn={{ base: '1 / -1', sm: 'auto' }}>
              <chakra.span srOnly={{ base: false, sm: true }}>{t('import.line')} </chakra.span>
              {line.line}
            </chakra.span>
            <chakra.span minW="0" overflowWrap="anywhere">
              <chakra.span display="block" fontWeight="medium">
                {planned?.fullName || cells.name}
              </chakra.span>
              <chakra.span display="block" textStyle="small" color="fg.muted">
                {planned?.email || cells.email}
              </chakra.span>
            </chakra.span>
            <chakra.span
              minW="0"
              textStyle="small"
              gridRow={{ base: '3', sm: 'auto' }}
              gridColumn={{ base: '1 / -1', sm: 'auto' }}
            >
              {state === 'refused' ? (
                texts(line).map(text => (
                  <chakra.span key={text} display="block" color="fg.danger">
                    {text}
                  </chakra.span>
                ))
              ) : (
                <>
                  {planned?.before && !planned.after && <Terms terms={planned.before} />}
                  {state === 'changed' && planned?.before && (
                    <Terms terms={planned.before} label={t('import.before')} />
                  )}
                  {planned?.after && (
                    <Terms terms={planned.after} {...(state === 'changed' && { label: t('import.after') })} />
                  )}
                </>
              )}
            </chakra.span>
            <Chip tone={tones[state]} justifySelf="end">
              {t(`import.state.${state}`)}
            </Chip>
          </chakra.li>
        )
      })}
    </chakra.ul>
  )
}

function Terms({
  terms: { permission, scope, group, expire_date },
  label,
}: {
  terms: PlannedTerms
  label?: string
}) {
  const t = useText()
  return (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" gap="1" _notLast={{ mb: '1' }}>
      {label !== undefined && <chakra.span color="fg.muted">{label}</chakra.span>}
      <Chip>{t(`people.permission.${permission}`)}</Chip>
      <ScopeMark permission={permission} scope={scope} />
      <GroupMark group={group === null ? null : { id: group, name: group }} />
      {expire_date !== 0 && (
        <chakra.span color="fg.muted">
          {t('profile.expiry')}: <ExpiryDay at={expire_date} />
        </chakra.span>
      )}
    </chakra.span>
  )
}
