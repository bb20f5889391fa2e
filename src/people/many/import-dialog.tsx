import { chakra } from '@chakra-ui/react'
import { Download, FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { csvCell } from '../../../domain/csv.ts'
import { importLinesMaximum } from '../../../domain/limits.ts'
import {
  type CsvColumn,
  type CsvFileIssue,
  type CsvLine,
  csvColumns,
  importBytes,
  readSubUserCsv,
} from '../../../domain/sub-user-csv.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useLineTexts } from './line-list.tsx'
import { PlannedDialog } from './planned-dialog.tsx'
import { type PlannedLine, usePlannedLines } from './use-planned-lines.ts'

type FileIssue = CsvFileIssue['issue'] | 'csv-too-large' | 'csv-not-text'

async function linesOf(file: File): Promise<CsvLine[] | { issue: FileIssue; about: string }> {
  if (file.size > importBytes) return { issue: 'csv-too-large', about: '' }
  try {
    return readSubUserCsv(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
  } catch {
    return { issue: 'csv-not-text', about: '' }
  }
}

/** Makes and changes sub-users by a CSV file, after a preview of each line. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const planned = usePlannedLines<CsvLine>({
    send: (lines, preview) =>
      result(
        api.POST('/user-management/import', {
          body: { rows: lines.flatMap(({ row }) => row ?? []), preview },
        }),
      ),
    atOnce: 20,
  })
  const [wrong, setWrong] = useState<{ issue: FileIssue; about: string } | null>(null)
  const save = useSavedLines()
  const choose = (file: File) =>
    planned.preview(async () => {
      const read = await linesOf(file)
      const lines = Array.isArray(read) ? read : null
      setWrong(Array.isArray(read) ? null : read)
      return lines
    })
  return (
    <PlannedDialog
      of={planned}
      title={t('import.title')}
      action={t('import.do')}
      lead={t('import.lead', { count: importLinesMaximum })}
      onClose={onClose}
      after={lines => {
        const bad = lines.filter(({ planned }) => !planned || planned.state === 'refused')
        return (
          bad.length > 0 && (
            <Button onClick={() => save(bad)}>
              <Download />
              {t('import.saveBad')}
            </Button>
          )
        )
      }}
    >
      {wrong && <Notice severity="error">{t(`import.file.${wrong.issue}`, { about: wrong.about })}</Notice>}
      <FileField busy={planned.step.at === 'reading'} onFile={file => void choose(file)} />
      <Columns />
    </PlannedDialog>
  )
}

function FileField({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent, over: boolean) => {
    event.preventDefault()
    setOver(over)
  }
  return (
    <chakra.div
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap="2"
      py="8"
      px="4"
      borderWidth="1.5px"
      borderStyle="dashed"
      borderRadius="lg"
      borderColor={over ? 'accent' : 'line.strong'}
      bg={over ? 'bg.selected' : undefined}
      textAlign="center"
      onDragOver={event => drag(event, true)}
      onDragLeave={event => drag(event, false)}
      onDrop={event => {
        drag(event, false)
        const [file] = event.dataTransfer.files
        if (file && !busy) onFile(file)
      }}
    >
      <Button loading={busy} onClick={() => input.current?.click()}>
        <FileUp />
        {t('import.choose')}
      </Button>
      <chakra.p textStyle="small" color="fg.muted">
        {t('import.drop')}
      </chakra.p>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={t('import.choose')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          currentTarget.value = ''
        }}
      />
    </chakra.div>
  )
}

/** What the file has, and a template. */
function Columns() {
  const t = useText()
  const template = () => {
    const head = csvColumns.map(column => csvCell(t(`import.column.${column}`)))
    const example: Partial<Record<(typeof csvColumns)[number], string>> = {
      name: t('import.example.name'),
      email: t('import.example.email'),
      permission: t('people.permission.read'),
      expiry: t('import.example.expiry'),
    }
    const cells = csvColumns.map(column => csvCell(example[column] ?? ''))
    saveFile(t('import.templateName'), csvBlob([head, cells]))
  }
  return (
    <chakra.div>
      <chakra.dl
        textStyle="small"
        display="grid"
        gridTemplateColumns="auto 1fr"
        columnGap="4"
        rowGap="1"
        mb="4"
      >
        {csvColumns.map(column => (
          <chakra.div key={column} display="contents">
            <chakra.dt fontWeight="medium">{t(`import.column.${column}`)}</chakra.dt>
            <chakra.dd color="fg.muted">{t(`import.help.${column}`)}</chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      <Button size="sm" onClick={template}>
        <Download />
        {t('import.template')}
      </Button>
    </chakra.div>
  )
}

/** Saves lines as a file that can be imported again, with the reason of each. */
function useSavedLines(): (lines: readonly PlannedLine[]) => void {
  const t = useText()
  const texts = useLineTexts()
  const cell = (line: PlannedLine, column: CsvColumn) => csvCell(line.cells[column] ?? '')
  return lines =>
    saveFile(
      t('import.badName'),
      csvBlob([
        [
          ...csvColumns.map(column => csvCell(t(`import.column.${column}`))),
          csvCell(t('import.column.reason')),
        ],
        ...lines.map(line => [
          ...csvColumns.map(column => cell(line, column)),
          csvCell(texts(line).join(' ')),
        ]),
      ]),
    )
}

const csvBlob = (rows: readonly (readonly string[])[]) =>
  new Blob([`\ufeff${rows.map(row => `${row.join(',')}\r\n`).join('')}`], { type: 'text/csv' })
