import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { pickerMachine } from '../../machines/picker/machine.ts'
import { pickerFlow } from './picker.flow.ts'

describeFlow('picker', pickerMachine, pickerFlow)
