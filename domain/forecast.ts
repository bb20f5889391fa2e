type Sample = { day: number; bytes: number }

/** Days that a trend needs, and the share of the variation that it must explain. */
const least = 7
const steady = 0.6
/** How many days ahead a trend is extrapolated at most. */
const farthest = 5 * 365

/**
 * The day on which `room` bytes are used up if the samples keep their trend (least squares), counted like theirs; null
 * if they do not grow, grow unsteadily, or too slowly to predict. `room`: bytes left on the last day.
 */
export function dayWhenFull(samples: readonly Sample[], room: number): number | null {
  const last = samples.at(-1)
  if (!last || samples.length < least || room <= 0) return null
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [day, bytes] = [mean(sample => sample.day), mean(sample => sample.bytes)]
  const spread = mean(sample => (sample.day - day) ** 2)
  const variation = mean(sample => (sample.bytes - bytes) ** 2)
  const together = mean(sample => (sample.day - day) * (sample.bytes - bytes))
  const perDay = together / spread
  if (perDay <= 0 || together ** 2 / (spread * variation) < steady) return null
  const days = Math.ceil(room / perDay)
  return days > farthest ? null : last.day + days
}
