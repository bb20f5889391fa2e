import { useState } from 'react'

/**
 * Allows a dialog that is mounted only while open to play its exit animation: `close` starts it, and `onExited` (of
 * `Dialog`) has its owner unmount it.
 */
export function useClosing(onClosed: () => void) {
  const [open, setOpen] = useState(true)
  return { open, close: () => setOpen(false), onExited: onClosed }
}
