import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { appearanceMachine } from '../../machines/appearance/machine.ts'
import { drawerMachine } from '../../machines/drawer/machine.ts'
import { toastMachine } from '../../machines/toast/machine.ts'
import { appearanceFlow, drawerFlow, toastFlow } from './frame.flow.ts'

describeFlow('appearance', appearanceMachine, appearanceFlow)
describeFlow('drawer', drawerMachine, drawerFlow)
describeFlow('toast', toastMachine, toastFlow)
