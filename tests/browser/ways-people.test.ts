import { ofPeople } from './ways/table.ts'
import { walk } from './ways/walk.ts'

walk(ofPeople)
