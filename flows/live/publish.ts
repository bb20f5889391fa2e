import { Actor } from 'xstate'
import { channelName, type Message } from './messages.ts'
import { makeRecorder } from './recorder.ts'

// Part of a console that `npm run dev` serves, before all of its other modules: publishes what its actors do.

/** Changes are published at most this often, in ms. */
const everyMs = 100

const channel = new BroadcastChannel(channelName)
const id = crypto.randomUUID()
const recorder = makeRecorder()
let waiting = false

const post = (message: Message) => channel.postMessage(message)
const opened = () => post({ type: 'opened', console: id, ...recorder.whole() })

function publish() {
  waiting = false
  const batch = recorder.take()
  if (batch.actors.length + batch.steps.length > 0) post({ type: 'changed', console: id, ...batch })
}

const systems = new WeakSet<object>()
const { start } = Actor.prototype
// Every root actor, however it is created: by `createActor` or by the hooks of `@xstate/react`.
Actor.prototype.start = function (this: Actor<never>) {
  if (!systems.has(this.system)) {
    systems.add(this.system)
    this.system.inspect(event => {
      recorder.inspect(event)
      if (waiting) return
      waiting = true
      setTimeout(publish, everyMs)
    })
  }
  return start.call(this)
}

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.type !== 'hello') return
  publish()
  opened()
})
addEventListener('pagehide', () => post({ type: 'closed', console: id }))
opened()
