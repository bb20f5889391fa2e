import { createContext, useContext } from 'react'
import { type Language, type Words, words } from './words.ts'

export const Spoken = createContext<Language>('en')

/** What the page says in the chosen language. */
export const useWords = (): Words => words[useContext(Spoken)]
