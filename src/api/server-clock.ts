/** How far the server's clock is ahead of the browser's, in ms; 0 until an answer came. */
let ahead = 0

/** Learns the server's time from an answer. */
export function learnServerTime({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(date)) ahead = date - Date.now()
}

/** Unix seconds of the server; up to a second, and the time of an answer, behind. */
export function serverSeconds(): number {
  return Math.floor((Date.now() + ahead) / 1000)
}
