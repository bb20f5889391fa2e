import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { folderTreeMachine } from '../../machines/folder-tree/machine.ts'
import { folderTreeFlow } from './folder-tree.flow.ts'

describeFlow('folder-tree', folderTreeMachine, folderTreeFlow)
