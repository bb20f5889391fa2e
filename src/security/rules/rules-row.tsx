import { Waypoints } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { SettingGroup, SettingRow } from '../setting-rows.tsx'

const ExplainDialog = lazyDialog(() => import('./explain-dialog.tsx'))

/** The rules of single sign-on, which the super admin can try. */
export function RulesRow() {
  const t = useText()
  const [asks, setAsks] = useState(false)
  return (
    <>
      <SettingGroup title={t('rules.title')}>
        <SettingRow
          icon={<Waypoints />}
          title={t('rules.name')}
          state={t('rules.state')}
          action={<Button onClick={() => setAsks(true)}>{t('rules.try')}</Button>}
        />
      </SettingGroup>
      {asks && <ExplainDialog onClose={() => setAsks(false)} />}
    </>
  )
}
