/** From so many recovery codes on down, the user is told to make new ones. */
const few = 3

/** Whether so few recovery codes are left that the user should make new ones. */
export function recoveryCodesAreFew(left: number): boolean {
  return left <= few
}
