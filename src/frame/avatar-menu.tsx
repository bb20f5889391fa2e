import { chakra } from '@chakra-ui/react'
import { CircleUserRound, Keyboard, LogOut, Settings } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { initialsOf } from '../../domain/initials.ts'
import { roleOf } from '../../domain/roles.ts'
import { shortcutTexts } from '../../languages/screen-texts.ts'
import { useText, withMessages } from '../i18n/text.ts'
import { sessionEvents, useUser } from '../session/flow.ts'
import { beforeLeaving } from '../shell/leaving.ts'
import { useOffers } from '../shell/offers.ts'
import { MenuButton } from '../ui/action-menu.tsx'
import { lazyDialog, lazyOverlay } from '../ui/lazy.tsx'
import { NameText } from '../ui/name-text.tsx'
import { shortcuts, useShortcut } from '../ui/shortcuts.ts'
import { filesUnderWay } from '../uploads/other-tabs.ts'

const SignOutDialog = lazyOverlay(() => import('./sign-out-dialog.tsx'))
const ShortcutsDialog = lazyDialog(() => withMessages(import('./shortcuts-dialog.tsx'), shortcutTexts))

/** The signed-in user, links to personal settings, and sign-out. */
export function AvatarMenu() {
  const t = useText()
  const user = useUser()
  const [, navigate] = useLocation()
  const [unfinished, setUnfinished] = useState(0)
  const [help, setHelp] = useState(false)
  useShortcut(
    'page',
    'help',
    useCallback(() => setHelp(true), []),
  )

  async function signOut() {
    const underWay = await filesUnderWay()
    if (underWay > 0) setUnfinished(underWay)
    else beforeLeaving(sessionEvents.signOut)
  }

  const actions = [
    {
      id: 'profile',
      label: t('shell.userInformation'),
      icon: <CircleUserRound />,
      run: () => navigate('/userinfo'),
    },
    { id: 'setting', label: t('shell.setting'), icon: <Settings />, run: () => navigate('/security') },
    {
      id: 'shortcuts',
      label: t('shortcuts.title'),
      icon: <Keyboard />,
      run: () => setHelp(true),
    },
    {
      id: 'logout',
      label: t('shell.logout'),
      icon: <LogOut />,
      run: () => void signOut(),
    },
  ]

  useOffers([
    { id: 'shortcuts', label: t('shortcuts.title'), keys: shortcuts.page.help[0], run: () => setHelp(true) },
    { id: 'logout', label: t('shell.logout'), run: () => void signOut() },
  ])

  return (
    <>
      <MenuButton
        trigger={
          <Avatar>
            <span aria-hidden="true">{initialsOf(user.name)}</span>
            <chakra.span srOnly>{t('shell.account', { name: user.name })}</chakra.span>
          </Avatar>
        }
        gutter={6}
        header={
          <chakra.div px="2.5" pt="2" pb="3" mb="1.5" borderBottomWidth="1px" mx="-1.5" paddingInline="4">
            <chakra.p fontWeight="medium" overflowWrap="anywhere">
              <NameText name={user.name} />
            </chakra.p>
            <chakra.p textStyle="small" color="fg.muted" overflowWrap="anywhere">
              {user.email}
            </chakra.p>
            <chakra.p textStyle="caption" color="fg.muted" mt="1.5">
              <chakra.span bg="bg.muted" borderRadius="full" px="2" py="0.5">
                {t(`shell.role.${roleOf(user)}`)}
              </chakra.span>
            </chakra.p>
          </chakra.div>
        }
        actions={actions}
      />
      {help && <ShortcutsDialog onClose={() => setHelp(false)} />}
      <SignOutDialog
        open={unfinished > 0}
        unfinished={unfinished}
        onConfirm={() => {
          setUnfinished(0)
          beforeLeaving(sessionEvents.signOut)
        }}
        onClose={() => setUnfinished(0)}
      />
    </>
  )
}

const Avatar = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '9',
    ms: '1',
    borderRadius: 'full',
    bg: 'accent.subtle',
    color: 'fg.accent',
    textStyle: 'small',
    fontWeight: 'semibold',
    cursor: 'pointer',
    textTransform: 'uppercase',
    _hover: { boxShadow: '0 0 0 3px var(--kho-colors-bg-muted)' },
    _expanded: { boxShadow: '0 0 0 3px var(--kho-colors-bg-muted)' },
  },
})
