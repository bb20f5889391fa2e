// biome-ignore-all lint/a11y/useFocusableInteractive: heads are not focusable, their buttons are
// biome-ignore-all lint/a11y/useSemanticElements: table rows cannot be placed one by one
import { chakra } from '@chakra-ui/react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment } from 'react'
import { checkboxStyle } from '../../forms/checkbox.tsx'
import { type Text, useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { Tip } from '../../ui/tip.tsx'
import { afterAcl, type Column, columnStyle, facts, type Sort } from './columns.ts'
import { readLimit } from './use-folder-rows.ts'

type Props = {
  sort: Sort | null
  /** Sorts by the column, or reverses; null when the list has too many rows, undefined where it never can. */
  sortBy: (column: Column) => (() => void) | null | undefined
  selected: 'all' | 'some' | 'none'
  /** Whether the ACL column is shown. */
  acls: boolean
  allLabel?: string | undefined
  onSelectAll: (all: boolean) => void
}

/** The column headers and the "select all" checkbox. Plain elements, as the rows below. */
export function FileHead({ sort, sortBy, selected, acls, allLabel, onSelectAll }: Props) {
  const t = useText()
  const head = (column: Column, look: string) => (
    <Head
      look={look}
      label={t(`files.${column}`)}
      order={sort?.column === column ? (sort.descending ? 'descending' : 'ascending') : null}
      onSort={sortBy(column)}
    />
  )
  return (
    <HeadRow role="row" aria-rowindex={1}>
      <span role="columnheader" className="box">
        <input
          type="checkbox"
          aria-label={allLabel ?? t('files.selectAll')}
          checked={selected === 'all'}
          ref={box => {
            if (box) box.indeterminate = selected === 'some'
          }}
          onChange={event => onSelectAll(event.target.checked)}
        />
      </span>
      {head('name', 'head')}
      {facts.map(([column, { look }]) => (
        <Fragment key={column}>
          {acls && column === afterAcl && (
            <span role="columnheader" className="head fact">
              <span className="word">{t('files.acl')}</span>
            </span>
          )}
          {head(column, `head fact ${look}`)}
        </Fragment>
      ))}
      <span role="columnheader" className="unseen">
        {t('files.actions')}
      </span>
    </HeadRow>
  )
}

const values = { limit: readLimit }

type HeadProps = {
  label: ReturnType<Text>
  order: 'ascending' | 'descending' | null
  look: string
  onSort: (() => void) | null | undefined
}

function Head({ label, order, look, onSort }: HeadProps) {
  const t = useText()
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp
  const button = (
    <button
      type="button"
      aria-disabled={!onSort}
      onClick={onSort ?? (() => showToast('files.sortTooMany', { values, severity: 'info' }))}
    >
      {label}
      <span aria-hidden="true">
        <Arrow />
      </span>
    </button>
  )
  return (
    <span role="columnheader" aria-sort={order ?? 'none'} className={look}>
      {onSort === undefined ? (
        <span className="word">{label}</span>
      ) : onSort ? (
        button
      ) : (
        <Tip label={t('files.sortTooMany', values)}>{button}</Tip>
      )}
    </span>
  )
}

const HeadRow = chakra('div', {
  base: {
    display: 'grid',
    alignItems: 'center',
    ...columnStyle,
    h: '9',
    borderBottomWidth: '1px',
    textStyle: 'small',
    color: 'fg.muted',
    bg: 'bg',
    position: 'sticky',
    top: '0',
    zIndex: '1',
    '& .box': { display: 'grid', placeItems: 'center', '& > input': checkboxStyle },
    '& .head': { minW: '0', textAlign: 'start' },
    '& .fact': { px: '3' },
    '& button': {
      display: 'inline-flex',
      verticalAlign: 'middle',
      alignItems: 'center',
      gap: '1',
      fontWeight: 'medium',
      borderRadius: 'sm',
      whiteSpace: 'nowrap',
      cursor: 'default',
      _icon: { boxSize: '14px', opacity: '0' },
      '&[aria-disabled=false]': { cursor: 'pointer', _hover: { color: 'fg', _icon: { opacity: '1' } } },
    },
    '& .end': { textAlign: 'end', '& > button': { flexDirection: 'row-reverse' } },
    '& [aria-sort=ascending] > button, & [aria-sort=descending] > button': {
      color: 'fg',
      _icon: { opacity: '1' },
    },
    '& .word': { fontWeight: 'medium' },
    '& .unseen': { srOnly: true },
  },
})
