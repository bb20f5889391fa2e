import { checkScreens } from '../support/check-screens.ts'

checkScreens({ mode: 'dark', locale: 'vi', width: 360, height: 740 })
