/** A catalogue in another language: the same ids as the English one. */
export type Catalogue<English> = { readonly [Id in keyof English]: string }
