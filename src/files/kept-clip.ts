import { bareName } from '../../domain/object-key.ts'
import { onForget } from '../session/flow.ts'
import { keptForUser } from '../site/kept-for-user.ts'

/** What the user has copied or cut, for all tabs, until nobody is signed in. `desk/clip.ts` reads it. */
export const keptClip = keptForUser('clip')

onForget(keptClip.forget)

/** The names of what was copied or cut, one a line: the text of the system's clipboard. */
export const clipText = (keys: readonly string[]): string => keys.map(bareName).join('\n')
