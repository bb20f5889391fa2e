const key = 'kho_drawer'

/** Whether the user has closed the drawer of a wide screen, in this browser. */
export function isDrawerCollapsed(): boolean {
  try {
    return localStorage.getItem(key) === 'closed'
  } catch {
    // localStorage is denied: the drawer begins open.
    return false
  }
}

export function keepDrawer({ collapsed }: { collapsed: boolean }): void {
  try {
    if (collapsed) localStorage.setItem(key, 'closed')
    else localStorage.removeItem(key)
  } catch (error) {
    console.warn('localStorage is denied; the drawer will be open again on the next visit', error)
  }
}
