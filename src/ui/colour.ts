/** The custom property of a colour of the theme. */
export const colourOf = (token: string): string => `--kho-colors-${token.replaceAll('.', '-')}`
