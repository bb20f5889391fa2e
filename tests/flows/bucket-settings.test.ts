import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { bucketSettingsMachine } from '../../machines/bucket-settings/machine.ts'
import { bucketSettingsFlow } from './bucket-settings.flow.ts'

describeFlow('bucket-settings', bucketSettingsMachine, bucketSettingsFlow)
