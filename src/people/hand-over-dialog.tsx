import { chakra } from '@chakra-ui/react'
import { Copy } from 'lucide-react'
import { ShownOnce } from '../forms/leave-question.tsx'
import { useText } from '../i18n/text.ts'
import { basePath } from '../site/base-path.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton, copyText } from '../ui/copy.tsx'
import { Dialog, useClosing } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'

/** The sign-in data of a new user; `temporary`: the password must be replaced at the first sign-in. */
export type FirstSignIn = { name: string; email: string; password: string; temporary?: boolean }

/** Shows the first password, once. Closes by its button only: a click outside would lose the password. */
export default function HandOverDialog({ made, onClose }: { made: FirstSignIn; onClose: () => void }) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  const facts = [
    { what: t('people.handOver.address'), value: location.origin + basePath },
    { what: t('people.handOver.email'), value: made.email },
    { what: t(made.temporary ? 'people.reset.password' : 'people.handOver.password'), value: made.password },
  ]
  return (
    <Dialog
      open={open}
      onExited={onExited}
      title={t(made.temporary ? 'people.reset.handOver' : 'people.handOver.title', { name: made.name })}
      lead={t(made.temporary ? 'people.reset.handOverLead' : 'people.handOver.lead')}
      footer={
        <>
          <Button onClick={close}>{t('people.handOver.done')}</Button>
          <Button
            data-autofocus
            variant="main"
            onClick={async () => {
              const all = facts.map(({ what, value }) => `${what}: ${value}`).join('\n')
              await copyText(all)
            }}
          >
            <Copy />
            {t('people.handOver.copyAll')}
          </Button>
        </>
      }
    >
      <chakra.dl borderWidth="1px" borderRadius="lg" overflow="hidden">
        {facts.map(({ what, value }) => (
          <chakra.div
            key={what}
            display="grid"
            gridTemplateColumns="1fr auto"
            alignItems="center"
            columnGap="2"
            ps="4"
            pe="2"
            py="2"
            borderTopWidth="1px"
            _first={{ borderTopWidth: '0' }}
          >
            <chakra.dt textStyle="small" color="fg.muted">
              {what}
            </chakra.dt>
            <chakra.dd gridColumn="1" fontFamily="mono" overflowWrap="anywhere" userSelect="all">
              {value}
            </chakra.dd>
            <chakra.dd gridColumn="2" gridRow="1 / span 2">
              <CopyButton value={value} label={t('people.handOver.copyOne', { what })} />
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      <ShownOnce />
      <Notice severity="warning">{t('people.handOver.once')}</Notice>
    </Dialog>
  )
}
