import { pickerMachine } from '../../machines/picker/machine.ts'
import { pickerFlow } from './picker.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('picker', pickerMachine, pickerFlow)
