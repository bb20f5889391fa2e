/** Props of Chakra's elements that are no attributes. */
const ours = new Set(['as', 'asChild', 'css', 'recipe', 'theme', 'unstyled'])

/**
 * In place of `@emotion/is-prop-valid`, a list of all attributes, which is a hundredth of the sign-in page's script: types
 * already tell what an element may get, and Chakra takes its style props away.
 */
export default function isPropValid(prop: string): boolean {
  return !ours.has(prop)
}
