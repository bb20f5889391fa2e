import { useSyncExternalStore } from 'react'
import { cleared, type History, isFromUnknown, noHistory, received } from './history.ts'
import { channelName, type Message } from './messages.ts'

let history = noHistory
let isListening = false
const listeners = new Set<() => void>()

function set(next: History) {
  history = next
  for (const listener of listeners) listener()
}

/** Listens from the first use until the page closes, so that the log goes on while a chart is read. */
function listen(): void {
  isListening = true
  const hello: Message = { type: 'hello' }
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (isFromUnknown(history, data)) channel.postMessage(hello)
    else set(received(history, data))
  })
  channel.postMessage(hello)
}

function subscribe(listener: () => void) {
  if (!isListening) listen()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the consoles of this browser publish. */
export const useHistory = (): History => useSyncExternalStore(subscribe, () => history)

export const clearHistory = () => set(cleared(history))
