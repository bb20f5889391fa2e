import { chakra } from '@chakra-ui/react'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { actor } from '../../machines/actor.ts'
import { appUpdateMachine, selectPrompt, type VersionRead } from '../../machines/app-update/machine.ts'
import { useText } from '../i18n/text.ts'
import { addressOf } from '../site/base-path.ts'
import { Button } from '../ui/button.tsx'
import { build } from './build.ts'

const machine = appUpdateMachine.provide({
  actors: { readVersion: actor(readVersion) },
  actions: { 'reload page': () => location.reload() },
})

async function readVersion(): Promise<VersionRead['output']> {
  const response = await fetch(addressOf('/version.json'), { cache: 'no-store' }).catch(() => null)
  if (!response?.ok) return { ok: false, code: 'NETWORK' }
  return { ok: true, version: (await response.json()).build }
}

/** Offers a newer version of the app once the server has one. */
export default function UpdatePrompt() {
  const t = useText()
  const actor = useActorRef(machine, { input: { running: build } })
  const open = useSelector(actor, selectPrompt)

  useEffect(() => {
    const check = () => actor.send({ type: 'check now' })
    addEventListener('vite:preloadError', check)
    return () => removeEventListener('vite:preloadError', check)
  }, [actor])

  if (!open) return null
  return (
    <Card role="status" aria-labelledby="update-title">
      <chakra.p id="update-title" fontWeight="medium">
        {t('app.update.title')}
      </chakra.p>
      <chakra.p id="update-lead" textStyle="small" color="fg.muted" mt="1">
        {t('app.update.uploads')}
      </chakra.p>
      <chakra.div display="flex" justifyContent="flex-end" gap="2" mt="4">
        <Button size="sm" variant="quiet" onClick={() => actor.send({ type: 'decline' })}>
          {t('common.later')}
        </Button>
        <Button size="sm" onClick={() => actor.send({ type: 'accept' })}>
          {t('common.reload')}
        </Button>
      </chakra.div>
    </Card>
  )
}

const Card = chakra('div', {
  base: {
    position: 'fixed',
    bottom: '4',
    insetStart: '4',
    width: 'min(380px, calc(100vw - 32px))',
    zIndex: 'toast',
    p: '5',
    borderRadius: 'lg',
    bg: 'bg.raised',
    boxShadow: 'lg',
    animation: 'rise 180ms ease-out',
  },
})
