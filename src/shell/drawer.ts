import { createActor } from 'xstate'
import { drawerMachine } from '../../machines/drawer/machine.ts'
import { storageName } from '../site/installation.ts'

const key = storageName('drawer')
const smallScreen = matchMedia('(max-width: 899.98px)')

/** Whether the user has closed the drawer of a wide screen, in this browser. */
function isCollapsed(): boolean {
  try {
    return localStorage.getItem(key) === 'closed'
  } catch {
    // localStorage is denied: the drawer starts open.
    return false
  }
}

function keep({ collapsed }: { collapsed: boolean }): void {
  try {
    if (collapsed) localStorage.setItem(key, 'closed')
    else localStorage.removeItem(key)
  } catch (error) {
    console.warn('localStorage is denied; the drawer will be open again on the next visit', error)
  }
}

/** The single actor of the navigation. */
export const drawer = createActor(
  drawerMachine.provide({ actions: { 'remember drawer': (_, choice) => keep(choice) } }),
  { input: { collapsed: isCollapsed(), small: smallScreen.matches } },
).start()

smallScreen.addEventListener('change', () =>
  drawer.send({ type: 'screen changed', small: smallScreen.matches }),
)

export const drawerEvents = {
  toggle: () => drawer.send({ type: 'toggle drawer' }),
  close: () => drawer.send({ type: 'close drawer' }),
  navigated: () => drawer.send({ type: 'navigated' }),
}
