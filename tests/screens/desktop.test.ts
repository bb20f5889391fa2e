import { checkScreens } from '../support/check-screens.ts'
import { desktop } from '../support/visit.ts'

checkScreens(desktop)
