import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Copy, Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { fileBrand } from '../../../domain/brand-file.ts'
import { selectCodesAcknowledged, selectRecoveryCodes } from '../../../machines/two-step/selectors.ts'
import { Checkbox } from '../../forms/checkbox.tsx'
import { DialogButtons } from '../../forms/flow-form.tsx'
import { ShownOnce } from '../../forms/leave-question.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { brand } from '../../site/brand.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.tsx'
import { DialogLead } from '../../ui/dialog.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { type TwoStepFlow, useTwoStepEvents } from './flow.ts'
import { StepLine } from './set-up-form.tsx'

/**
 * The recovery codes, shown once, to copy, save or print, until the user confirms having saved them. `setUp`: as
 * the last step of turning two-step verification on.
 */
export function RecoveryCodes({ flow, setUp }: { flow: TwoStepFlow; setUp: boolean }) {
  const t = useText()
  const lead = useRef<HTMLDivElement>(null)
  const format = useFormats()
  const { email } = useUser()
  const events = useTwoStepEvents(flow)
  const codes = useSelector(flow, selectRecoveryCodes)
  const kept = useSelector(flow, selectCodesAcknowledged)
  const note = t('security.codesFile', { email, date: format.date(Date.now() / 1000) })

  useEffect(() => lead.current?.focus(), [])

  async function copy() {
    await copyText(codes.join('\n'))
  }

  return (
    <>
      <chakra.div ref={lead} tabIndex={-1} outline="none">
        {setUp && <StepLine step={3} />}
        <DialogLead>{t('security.codesLead')}</DialogLead>
      </chakra.div>
      <chakra.ol
        aria-label={t('security.recoveryCodes')}
        listStyleType="none"
        display="grid"
        gridTemplateColumns="1fr 1fr"
        columnGap="4"
        rowGap="2"
        px="4"
        py="4"
        borderRadius="md"
        bg="bg.muted"
        fontFamily="mono"
        textAlign="center"
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ol>
      <chakra.div display="grid" gridTemplateColumns="repeat(3, 1fr)" gap="2">
        <Button size="sm" onClick={() => void copy()}>
          <Copy />
          {t('security.copyCodes')}
        </Button>
        <Button
          size="sm"
          onClick={() =>
            saveFile(
              `${fileBrand(brand.name)}-recovery-codes.txt`,
              `${[note, '', ...codes].join('\r\n')}\r\n`,
            )
          }
        >
          <Download />
          {t('security.downloadCodes')}
        </Button>
        <Button size="sm" onClick={() => printText([note, '', ...codes])}>
          <Printer />
          {t('security.printCodes')}
        </Button>
      </chakra.div>
      <Checkbox
        label={t('security.codesKept')}
        checked={kept}
        onChange={event => events.acknowledgeCodes(event.target.checked)}
      />
      <ShownOnce />
      <DialogButtons>
        <Button variant="main" disabled={!kept} onClick={events.finish}>
          {t('security.finish')}
        </Button>
      </DialogButtons>
    </>
  )
}

/** Opens the browser's print dialog with only these lines of text. */
function printText(lines: readonly string[]): void {
  const frame = document.createElement('iframe')
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0'
  document.body.append(frame)
  const page = frame.contentDocument
  const view = frame.contentWindow
  if (!page || !view) throw new Error('A frame for printing has no page')
  const text = page.createElement('pre')
  text.textContent = lines.join('\n')
  text.style.cssText = 'font: 16px/1.8 monospace; white-space: pre-wrap'
  page.body.append(text)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
