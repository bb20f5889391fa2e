import { chakra, defineRecipe } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

const recipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    position: 'relative',
    flexShrink: '0',
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'transparent',
    textStyle: 'body',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    userSelect: 'none',
    cursor: 'pointer',
    textDecoration: 'none',
    transition: 'background-color 120ms, border-color 120ms, box-shadow 120ms, color 120ms',
    _disabled: { opacity: '0.5', cursor: 'not-allowed' },
    _icon: { flexShrink: '0' },
  },
  variants: {
    variant: {
      main: {
        bgImage: 'main',
        bgOrigin: 'border-box',
        color: 'white',
        boxShadow: 'sm',
        _hover: { bgImage: 'mainHover', boxShadow: 'md' },
        _active: { boxShadow: 'none' },
      },
      plain: {
        bg: 'bg.panel',
        borderColor: 'line.strong',
        color: 'fg',
        _hover: { bg: 'bg.hover' },
        _active: { bg: 'bg.muted' },
      },
      quiet: { color: 'fg', _hover: { bg: 'bg.muted' }, _expanded: { bg: 'bg.muted' } },
      danger: { bg: 'danger.solid', color: 'white', _hover: { bg: 'danger.hover' } },
      dangerQuiet: { color: 'fg.danger', _hover: { bg: 'danger.subtle' } },
      link: {
        color: 'fg.accent',
        minH: '0',
        px: '0',
        borderRadius: 'sm',
        _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' },
      },
    },
    size: {
      md: { h: 'field', px: '4', gap: '2', _icon: { boxSize: '18px' } },
      sm: {
        h: '8',
        px: '3',
        gap: '1.5',
        textStyle: 'small',
        fontWeight: 'medium',
        _icon: { boxSize: '16px' },
      },
      inline: { h: 'auto', px: '0', gap: '1.5', _icon: { boxSize: '16px' } },
    },
    wide: { true: { width: 'full' } },
    loading: { true: { '& > span:first-of-type': { opacity: '0' } } },
  },
  defaultVariants: { variant: 'plain', size: 'md' },
})

const Base = chakra('button', recipe)

/**
 * A button, or with `asChild` its only child (a link) styled as a button. `main` is the one main action of a view, and
 * the only place of the gradient. While `loading` it keeps its width and its focus, shows a spinner and ignores clicks.
 */
export function Button({
  loading = false,
  children,
  onClick,
  type = 'button',
  ...rest
}: Omit<ComponentProps<typeof Base>, 'loading'> & { loading?: boolean }) {
  if (rest.asChild) return <Base {...rest}>{children}</Base>
  return (
    <Base
      type={type}
      {...rest}
      loading={loading}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled'] || undefined}
      onClick={event => {
        if (loading) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <chakra.span display="inline-flex" alignItems="center" gap="inherit">
        {children}
      </chakra.span>
      {loading && (
        <chakra.span position="absolute" inset="0" display="grid" placeItems="center">
          <Spinner />
        </chakra.span>
      )}
    </Base>
  )
}

/** A spinning ring in the text's colour. Decorative: the text around it states what is loading. */
export const Spinner = chakra('span', {
  base: {
    display: 'inline-block',
    boxSize: '18px',
    borderRadius: 'full',
    borderWidth: '2px',
    borderColor: 'currentColor',
    borderBlockStartColor: 'transparent',
    animation: 'spin 700ms linear infinite',
  },
})
