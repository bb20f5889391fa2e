/** Replaces `hoist-non-react-statics`, which only Emotion's `withTheme` needs: 1% of the sign-in page's script. */
export default function hoistStatics<Component>(target: Component): Component {
  return target
}
