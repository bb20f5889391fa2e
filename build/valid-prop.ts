/** Chakra props that are not HTML attributes. */
const ours = new Set(['as', 'asChild', 'css', 'recipe', 'theme', 'unstyled'])

/**
 * Replaces `@emotion/is-prop-valid`, whose list of all attributes is 1% of the sign-in page's script: types already
 * check what an element accepts, and Chakra strips its style props.
 */
export default function isPropValid(prop: string): boolean {
  return !ours.has(prop)
}
