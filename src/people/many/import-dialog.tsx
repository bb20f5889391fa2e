import { chakra } from '@chakra-ui/react'
import { Download, FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { csvCell } from '../../../domain/csv.ts'
import { importLinesMaximum } from '../../../domain/limits.ts'
import { type CsvColumn, csvColumns } from '../../../domain/sub-user-csv.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogLead, useClosing } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { LineList, useLineTexts } from './line-list.tsx'
import { type ImportLine, useImport } from './use-import.ts'

/** Makes and changes sub-users by a CSV file, after a preview of each line. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  const { step, failure, choose, act, stop, left } = useImport()
  const busy = step.at === 'acting'
  const shown = step.at === 'preview' || step.at === 'acting' || step.at === 'ended' ? step : null
  const all = shown ? shown.lines.filter(line => line.done).length + left : 0
  const save = useSavedLines()
  const bad = shown?.lines.filter(({ planned }) => !planned || planned.state === 'refused') ?? []
  return (
    <Dialog
      open={open}
      size="large"
      title={t('import.title')}
      onClose={busy ? undefined : close}
      closesOutside={step.at === 'choosing'}
      onExited={onExited}
      footer={
        <>
          {step.at === 'ended' && bad.length > 0 && (
            <Button onClick={() => save(bad)}>
              <Download />
              {t('import.saveBad')}
            </Button>
          )}
          {busy ? (
            <Button onClick={stop}>{t('import.stop')}</Button>
          ) : (
            <Button
              data-autofocus
              variant={step.at === 'ended' && left === 0 ? 'main' : undefined}
              onClick={close}
            >
              {t(step.at === 'ended' ? 'common.close' : 'common.cancel')}
            </Button>
          )}
          {(step.at === 'preview' || (step.at === 'ended' && left > 0)) && (
            <Button variant="main" disabled={left === 0} onClick={() => void act()}>
              {t(step.at === 'ended' ? 'import.goOn' : 'import.do')}
            </Button>
          )}
        </>
      }
    >
      {shown ? (
        <>
          <DialogLead>
            <Summary lines={shown.lines} ended={step.at === 'ended'} />
          </DialogLead>
          {busy && (
            <ProgressBar
              label={t('import.progress')}
              percent={all === 0 ? null : ((all - left) / all) * 100}
            />
          )}
          {failure && <FailureNotice failure={failure} />}
          <LineList lines={shown.lines} />
        </>
      ) : (
        <>
          <DialogLead>{t('import.lead', { count: importLinesMaximum })}</DialogLead>
          {step.at === 'choosing' && step.wrong && (
            <Notice severity="error">
              {t(`import.file.${step.wrong.issue}`, { about: step.wrong.about })}
            </Notice>
          )}
          {failure && <FailureNotice failure={failure} />}
          <FileField busy={step.at === 'reading'} onFile={file => void choose(file)} />
          <Columns />
        </>
      )}
    </Dialog>
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
    const example = csvColumns.map(column =>
      csvCell(column === 'permission' ? t('people.permission.read') : t(`import.example.${column}`)),
    )
    saveFile(t('import.templateName'), csvBlob([head, example]))
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

function Summary({ lines, ended }: { lines: readonly ImportLine[]; ended: boolean }) {
  const t = useText()
  const count = (state: string) =>
    lines.filter(({ planned }) => (planned?.state ?? 'refused') === state).length
  const values = {
    created: count('created'),
    changed: count('changed'),
    same: count('unchanged'),
    bad: count('refused'),
  }
  return <chakra.span aria-live="polite">{t(ended ? 'import.ended' : 'import.preview', values)}</chakra.span>
}

/** Saves lines as a file that can be imported again, with the reason of each. */
function useSavedLines(): (lines: readonly ImportLine[]) => void {
  const t = useText()
  const texts = useLineTexts()
  const cell = (line: ImportLine, column: CsvColumn) => csvCell(line.cells[column] ?? '')
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
