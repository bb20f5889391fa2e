import { useState } from 'react'

/**
 * Lets a dialog that is mounted only while it is wanted play its way out: `close` starts it, and `onExited` (of
 * `Dialog`) tells the owner to unmount it.
 */
export function useClosing(onClosed: () => void) {
  const [open, setOpen] = useState(true)
  return { open, close: () => setOpen(false), onExited: onClosed }
}
