/** With this many recovery codes or fewer, the user is asked to create new ones. */
const few = 3

export function recoveryCodesAreFew(left: number): boolean {
  return left <= few
}
