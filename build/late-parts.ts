/** Days within which a newer release of the same major version is taken: SECURITY.md, "Parts of others". */
export const updateDays = 180

const day = 24 * 60 * 60_000

/** Of npm's `audit --json`: what is known of each vulnerable package. */
export type Audit = {
  vulnerabilities?: Record<
    string,
    { severity: string; range: string; via: (string | { title: string; url: string })[] }
  >
}

/** When npm got each version of a package: ISO times by version, and by `created` and `modified`. */
export type Times = Record<string, string>

const numbersOf = (version: string) => version.split('.').map(Number) as [number, number, number]

function isLater(one: string, other: string): boolean {
  const [numbers, others] = [numbersOf(one), numbersOf(other)]
  const at = numbers.findIndex((number, index) => number !== others[index])
  return at >= 0 && numbers[at]! > others[at]!
}

/**
 * A sentence if the oldest release that is later than `version`, of its major version, came more than `updateDays`
 * before `now` (ms); else null. Releases of tests (`1.0.0-beta.1`) do not count.
 */
export function lateUpdate(name: string, version: string, times: Times, now: number): string | null {
  const newer = Object.keys(times)
    .filter(each => /^\d+\.\d+\.\d+$/.test(each) && isLater(each, version))
    .filter(each => numbersOf(each)[0] === numbersOf(version)[0])
    .sort((a, b) => Date.parse(times[a]!) - Date.parse(times[b]!))
  const [first] = newer
  if (first === undefined) return null
  const days = Math.floor((now - Date.parse(times[first]!)) / day)
  return days > updateDays ? `${name} ${version} is late: ${first} came ${days} days ago.` : null
}

/** A sentence for each vulnerability that npm knows of. */
export function vulnerable({ vulnerabilities = {} }: Audit): string[] {
  return Object.entries(vulnerabilities).flatMap(([name, { severity, range, via }]) =>
    via.flatMap(each =>
      typeof each === 'string'
        ? []
        : [`${name} ${range} is vulnerable (${severity}): ${each.title}, ${each.url}`],
    ),
  )
}

/** The packages of a lock file that are no tools of development, by path. */
type Lock = { packages: Record<string, { version?: string; dev?: boolean; deprecated?: string }> }

/** A sentence for each part that its maintainers gave up. */
export function givenUp({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { dev, version, deprecated }]) =>
    deprecated !== undefined && !dev ? [`${path} ${version} is given up: ${deprecated}`] : [],
  )
}
