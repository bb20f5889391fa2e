import { storageName } from '../../site/installation.ts'
import { usualIcon } from './tab-icon.ts'

const key = storageName('upload_notification')

/** Whether the user wants to be told in this browser when uploads have ended, if the browser allows it. */
export function isEndNotified(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'granted' && isRemembered()
}

function isRemembered(): boolean {
  try {
    return localStorage.getItem(key) === 'on'
  } catch {
    // localStorage is denied: the user is asked in each visit.
    return false
  }
}

function remember(wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(key, 'on')
    else localStorage.removeItem(key)
  } catch (error) {
    console.warn('localStorage is denied; nothing will be told when uploads have ended', error)
  }
}

/** Whether this page may show notifications, or ask for it. */
export function canNotify(): boolean {
  if (!('Notification' in globalThis) || Notification.permission === 'denied') return false
  return Notification.permission === 'granted' || hasConstructor()
}

/** Browsers for phones have the class, but its constructor throws. Without a permission it shows nothing. */
function hasConstructor(): boolean {
  try {
    new Notification('').close()
    return true
  } catch (error) {
    console.info('This browser has no notifications for pages', error)
    return false
  }
}

/** Whether the user is told from now on; asks for the browser's permission if it is needed. */
export async function chooseEndNotified(wanted: boolean): Promise<boolean> {
  const granted = wanted && (await Notification.requestPermission()) === 'granted'
  remember(granted)
  return granted
}

/** Shows it if the tab is hidden. A press on it shows the tab. */
export function notifyEnd(title: string, body: string): void {
  if (document.visibilityState === 'visible' || !isEndNotified()) return
  const notification = new Notification(title, {
    body,
    icon: usualIcon,
    lang: document.documentElement.lang,
  })
  notification.onclick = () => {
    window.focus()
    notification.close()
  }
}
