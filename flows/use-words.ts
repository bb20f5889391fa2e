import { createContext, useContext } from 'react'
import { type Language, type Words, words } from './words.ts'

export const Spoken = createContext<Language>('en')

/** The texts of the page in the chosen language. */
export const useWords = (): Words => words[useContext(Spoken)]
