/** Query trees in words. The only entrance of this folder. */
export { assumptionsOf } from './assumptions-of.ts'
export { joined } from './joined.ts'
export { shownTree } from './show-tree.ts'
export { subjectOf } from './subject-of.ts'
