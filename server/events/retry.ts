/** Seconds until an event is tried again after as many failures; also until a topic is, whose address fails for all. */
export function retryAfter(failures: number): number {
  return Math.min(600, 5 * 2 ** Math.min(failures - 1, 10))
}

/** Failures in a row after which the whole topic waits: before that it may be the event that is refused. */
export const topicFails = 3

/** Seconds that the secret before a new one signs as well. */
export const rotation = 86_400
