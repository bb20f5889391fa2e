/** Seconds until an event is retried after this many failures; also until a topic is, if its address fails for all. */
export function retryAfter(failures: number): number {
  return Math.min(600, 5 * 2 ** Math.min(failures - 1, 10))
}

/** Failures in a row after which the whole topic waits: before that the event itself may be the cause. */
export const topicFails = 3

/** Seconds that the previous secret continues to sign after a rotation. */
export const rotation = 86_400
