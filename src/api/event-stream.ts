import { apiAddress } from '../site/base-path.ts'

type Listener<Data> = {
  received: (data: Data) => void
  /** It broke off, ended, or was refused; it may come back by itself until it is closed. */
  lost: () => void
}

/** Follows server-sent events with JSON data, until the returned function is called. */
export function followEvents<Data>(path: string, { received, lost }: Listener<Data>): () => void {
  const source = new EventSource(apiAddress + path)
  source.onmessage = ({ data }) => received(JSON.parse(data) as Data)
  source.onerror = lost
  return () => source.close()
}
